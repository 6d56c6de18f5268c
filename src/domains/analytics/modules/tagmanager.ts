import { invalid } from '#app/core/failures/failure.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import { type Json, recordsAt, sortedBy, textAt, textsAt } from '../json.ts';
import { type AskProvider, type DatapointCall, point } from './datapoint.ts';
import type { ModuleDefinition } from './module.ts';
import { listOf, required, segment, textOf } from './parameters.ts';
import { flag, owner, text } from './setting-fields.ts';

const contexts = ['web', 'amp'];

function contextsIn(parameters: Json): string[] {
  const given = listOf(parameters, 'usageContext');
  if (given.some((one) => !contexts.includes(one))) throw invalid('invalid_param', 'usageContext must be web or amp.');
  return given;
}

async function accounts({ ask }: Pick<DatapointCall, 'ask'>) {
  return sortedBy('name', recordsAt(await ask({ family: 'tags', method: 'GET', path: 'tagmanager/v2/accounts' }), 'account'));
}

const containersPath = (account: string) => `tagmanager/v2/accounts/${segment(account)}/containers`;

async function containers(ask: AskProvider, account: string, wanted: readonly string[]) {
  const all = recordsAt(await ask({ family: 'tags', method: 'GET', path: containersPath(account) }), 'container');
  const asked = wanted.length > 0 ? wanted : contexts;
  return sortedBy(
    'name',
    all.filter((one) => textsAt(one, 'usageContext').some((context) => asked.includes(context))),
  );
}

/** Returns the published version of a container. */
export async function liveVersion(ask: AskProvider, account: string, container: string): Promise<unknown> {
  return await ask({ family: 'tags', method: 'GET', path: `${containersPath(account)}/${segment(container)}/versions:live` });
}

/** Module for third-party tags that are managed at the provider. */
export const tagManager: ModuleDefinition = {
  slug: 'tagmanager',
  name: 'Tag Manager',
  description: 'Tags of all kinds, managed in one place.',
  homepage: 'https://tagmanager.google.com',
  order: 10,
  connectedBy: ['containerID'],
  scopes: ['tagmanager.readonly'],
  hasOwner: true,
  hasServiceEntity: true,
  tag: { pattern: /GTM-[A-Z0-9]+/, isEnabled: ({ useSnippet }) => useSnippet === true },
  settings: {
    ownerID: owner(),
    accountID: text('The account at the provider.', { ownership: true }),
    ampContainerID: text('Container for AMP pages, `GTM-…`.', { ownership: true }),
    containerID: text('Container for pages, `GTM-…`.', { ownership: true }),
    internalContainerID: text('Internal ID of the container.', { ownership: true }),
    internalAMPContainerID: text('Internal ID of the container for AMP pages.', { ownership: true }),
    useSnippet: flag('Whether the site places the tag.', true),
  },
  datapoints: {
    GET: {
      accounts: point(accounts),
      'accounts-containers': point(async (call) => {
        const wanted = contextsIn(call.parameters);
        const all = await accounts(call);
        const account = textOf(call.parameters, 'accountID') || textAt(all[0], 'accountId');
        return { accounts: all, containers: account === '' ? [] : await containers(call.ask, account, wanted) };
      }),
      containers: point(({ parameters, ask }) => containers(ask, required(parameters, 'accountID'), contextsIn(parameters))),
      'live-container-version': point(({ parameters, ask }) =>
        liveVersion(ask, required(parameters, 'accountID'), required(parameters, 'internalContainerID')),
      ),
    },
    POST: {
      'create-container': point(
        async ({ site, parameters, ask }) => {
          const account = required(parameters, 'accountID');
          const wanted = contextsIn(parameters);
          const body = {
            name: textOf(parameters, 'name') || site.settings.get(siteName),
            usageContext: wanted.length > 0 ? wanted : ['web'],
          };
          return await ask({ family: 'tags', method: 'POST', path: containersPath(account), body });
        },
        ['tagmanager.edit.containers'],
      ),
    },
  },
  refusedBy: [403, 404],
  async reachesEntity({ settings, ask }) {
    await ask({
      family: 'tags',
      method: 'GET',
      path: `${containersPath(String(settings['accountID']))}/${segment(String(settings['internalContainerID']))}`,
    });
    return true;
  },
};
