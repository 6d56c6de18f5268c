import { invalid } from '#app/core/failures/failure.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import { type Json, recordsAt, sortedBy, textAt, textsAt } from '../json.ts';
import { type AskProvider, type DatapointCall, point } from './datapoint.ts';
import type { ModuleDefinition } from './module.ts';
import { listOf, required, segment, textOf } from './parameters.ts';
import { flag, owner, text } from './setting-fields.ts';

const USAGE_CONTEXTS = ['web', 'amp'];

function parseContexts(parameters: Json): string[] {
  const requested = listOf(parameters, 'usageContext');
  if (requested.some((context) => !USAGE_CONTEXTS.includes(context))) throw invalid('invalid_param', 'usageContext must be web or amp.');
  return requested;
}

async function loadAccounts({ ask }: Pick<DatapointCall, 'ask'>) {
  return sortedBy('name', recordsAt(await ask({ family: 'tags', method: 'GET', path: 'tagmanager/v2/accounts' }), 'account'));
}

const containersPath = (account: string) => `tagmanager/v2/accounts/${segment(account)}/containers`;

async function loadContainers(ask: AskProvider, account: string, requested: readonly string[]) {
  const containers = recordsAt(await ask({ family: 'tags', method: 'GET', path: containersPath(account) }), 'container');
  const contexts = requested.length > 0 ? requested : USAGE_CONTEXTS;
  return sortedBy(
    'name',
    containers.filter((container) => textsAt(container, 'usageContext').some((context) => contexts.includes(context))),
  );
}

/** Loads the published version of a container. */
export async function loadLiveVersion(ask: AskProvider, account: string, container: string): Promise<unknown> {
  return await ask({ family: 'tags', method: 'GET', path: `${containersPath(account)}/${segment(container)}/versions:live` });
}

/** Module for tags that are managed at the provider. */
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
    accountID: text('ID of the account at the provider.', { ownership: true }),
    ampContainerID: text('ID of the container for AMP pages, such as `GTM-…`.', { ownership: true }),
    containerID: text('ID of the container for pages, such as `GTM-…`.', { ownership: true }),
    internalContainerID: text('Internal ID of the container.', { ownership: true }),
    internalAMPContainerID: text('Internal ID of the container for AMP pages.', { ownership: true }),
    useSnippet: flag('Whether the site places the tag.', true),
  },
  datapoints: {
    GET: {
      accounts: point(loadAccounts),
      'accounts-containers': point(async (call) => {
        const requested = parseContexts(call.parameters);
        const accounts = await loadAccounts(call);
        const account = textOf(call.parameters, 'accountID') || textAt(accounts[0], 'accountId');
        return { accounts, containers: account === '' ? [] : await loadContainers(call.ask, account, requested) };
      }),
      containers: point(({ parameters, ask }) => loadContainers(ask, required(parameters, 'accountID'), parseContexts(parameters))),
      'live-container-version': point(({ parameters, ask }) =>
        loadLiveVersion(ask, required(parameters, 'accountID'), required(parameters, 'internalContainerID')),
      ),
    },
    POST: {
      'create-container': point(
        async ({ site, parameters, ask }) => {
          const account = required(parameters, 'accountID');
          const requested = parseContexts(parameters);
          const body = {
            name: textOf(parameters, 'name') || site.settings.get(siteName),
            usageContext: requested.length > 0 ? requested : ['web'],
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
