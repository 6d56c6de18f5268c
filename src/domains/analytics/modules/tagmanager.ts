import { invalid } from '#app/core/failures/failure.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import { type Json, getRecords, sortByMember, getString, getStrings } from '../json.ts';
import { type RequestProvider, type DatapointCall, declareDatapoint } from './datapoint.ts';
import type { ModuleDefinition } from './module.ts';
import { getList, requireString, encodeSegment, getStringParameter } from './parameters.ts';
import { flagField, ownerField, stringField } from './setting-fields.ts';

const USAGE_CONTEXTS = ['web', 'amp'];

function parseContexts(parameters: Json): string[] {
  const requested = getList(parameters, 'usageContext');
  if (requested.some((context) => !USAGE_CONTEXTS.includes(context))) throw invalid('invalid_param', 'usageContext must be web or amp.');
  return requested;
}

async function loadAccounts({ ask }: Pick<DatapointCall, 'ask'>) {
  return sortByMember('name', getRecords(await ask({ family: 'tags', method: 'GET', path: 'tagmanager/v2/accounts' }), 'account'));
}

const buildContainersPath = (account: string) => `tagmanager/v2/accounts/${encodeSegment(account)}/containers`;

async function loadContainers(ask: RequestProvider, account: string, requested: readonly string[]) {
  const containers = getRecords(await ask({ family: 'tags', method: 'GET', path: buildContainersPath(account) }), 'container');
  const contexts = requested.length > 0 ? requested : USAGE_CONTEXTS;
  return sortByMember(
    'name',
    containers.filter((container) => getStrings(container, 'usageContext').some((context) => contexts.includes(context))),
  );
}

/** Loads the published version of a container. */
export async function loadLiveVersion(ask: RequestProvider, account: string, container: string): Promise<unknown> {
  return await ask({ family: 'tags', method: 'GET', path: `${buildContainersPath(account)}/${encodeSegment(container)}/versions:live` });
}

/** Module for tags that are managed at the provider. */
export const tagManager: ModuleDefinition = {
  slug: 'tagmanager',
  name: 'Tag Manager',
  description: 'Tags of all kinds, managed in one place.',
  homepage: 'https://tagmanager.google.com',
  order: 10,
  requiredSettings: ['containerID'],
  scopes: ['tagmanager.readonly'],
  hasOwner: true,
  hasServiceEntity: true,
  tag: { pattern: /GTM-[A-Z0-9]+/, isEnabled: ({ useSnippet }) => useSnippet === true },
  settings: {
    ownerID: ownerField(),
    accountID: stringField('ID of the account at the provider.', { ownership: true }),
    ampContainerID: stringField('ID of the container for AMP pages, such as `GTM-…`.', { ownership: true }),
    containerID: stringField('ID of the container for pages, such as `GTM-…`.', { ownership: true }),
    internalContainerID: stringField('Internal ID of the container.', { ownership: true }),
    internalAMPContainerID: stringField('Internal ID of the container for AMP pages.', { ownership: true }),
    useSnippet: flagField('Whether the site places the tag.', true),
  },
  datapoints: {
    GET: {
      accounts: declareDatapoint(loadAccounts),
      'accounts-containers': declareDatapoint(async (call) => {
        const requested = parseContexts(call.parameters);
        const accounts = await loadAccounts(call);
        const account = getStringParameter(call.parameters, 'accountID') || getString(accounts[0], 'accountId');
        return { accounts, containers: account === '' ? [] : await loadContainers(call.ask, account, requested) };
      }),
      containers: declareDatapoint(({ parameters, ask }) =>
        loadContainers(ask, requireString(parameters, 'accountID'), parseContexts(parameters)),
      ),
      'live-container-version': declareDatapoint(({ parameters, ask }) =>
        loadLiveVersion(ask, requireString(parameters, 'accountID'), requireString(parameters, 'internalContainerID')),
      ),
    },
    POST: {
      'create-container': declareDatapoint(
        async ({ site, parameters, ask }) => {
          const account = requireString(parameters, 'accountID');
          const requested = parseContexts(parameters);
          const body = {
            name: getStringParameter(parameters, 'name') || site.settings.get(siteName),
            usageContext: requested.length > 0 ? requested : ['web'],
          };
          return await ask({ family: 'tags', method: 'POST', path: buildContainersPath(account), body });
        },
        ['tagmanager.edit.containers'],
      ),
    },
  },
  refusalStatuses: [403, 404],
  async canAccessEntity({ settings, ask }) {
    await ask({
      family: 'tags',
      method: 'GET',
      path: `${buildContainersPath(String(settings['accountID']))}/${encodeSegment(String(settings['internalContainerID']))}`,
    });
    return true;
  },
};
