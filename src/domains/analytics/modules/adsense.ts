import { Failure } from '#app/core/failures/failure.ts';
import { Prisma } from '#db';
import { now } from '#app/core/time/clock.ts';
import { missingParameter, moduleNotConnected } from '../failures.ts';
import { isRecord, type Json, getRecords, sortByMember, getString } from '../json.ts';
import { getSiteHosts } from '../site-url.ts';
import { type RequestProvider, type DatapointCall, type Notice, declareDatapoint } from './datapoint.ts';
import { type DayRange, parseRange, getDefaultRange } from './days.ts';
import type { ModuleDefinition } from './module.ts';
import { getCount, getList, requireString, encodeSegment, getStringParameter } from './parameters.ts';
import { flagField, timestampField, ownerField, stringField, stringListField, enumField } from './setting-fields.ts';

const DEFAULT_METRICS = ['ESTIMATED_EARNINGS', 'PAGE_VIEWS_RPM', 'IMPRESSIONS'];
const SHARED_METRICS = new Set(['ESTIMATED_EARNINGS', 'IMPRESSIONS', 'PAGE_VIEWS_CTR', 'PAGE_VIEWS_RPM']);
const SHARED_DIMENSIONS = new Set(['DATE']);

/** Returns the ID of a resource, which is the last part of its name. */
const getId = (resource: Json) => getString(resource, 'name').split('/').at(-1) ?? '';

async function fetchList(ask: RequestProvider, path: string, key: string): Promise<Json[]> {
  return getRecords(await ask({ family: 'ads', method: 'GET', path: `v2/${path}` }), key);
}

async function listAccounts({ ask }: DatapointCall) {
  const allAccounts = await fetchList(ask, 'accounts', 'accounts');
  const open = allAccounts
    .filter((account) => getString(account, 'state') !== 'CLOSED')
    .map((account) => ({ ...account, _id: getId(account) }));
  return sortByMember('displayName', open);
}

const buildAccountPath = (account: string, path: string) => `accounts/${encodeSegment(account)}/${path}`;

async function listAdUnits({ settings, parameters, ask }: DatapointCall) {
  const account = getStringParameter(parameters, 'accountID') || String(settings['accountID']);
  const client = getStringParameter(parameters, 'clientID') || String(settings['clientID']);
  if (account === '') throw missingParameter('accountID');
  if (client === '') throw missingParameter('clientID');
  const units = await fetchList(ask, buildAccountPath(account, `adclients/${encodeSegment(client)}/adunits`), 'adUnits');
  return units.map((unit) => ({ ...unit, _id: getId(unit), _clientID: client, _accountID: account }));
}

const buildDateParameters = (name: 'startDate' | 'endDate', day: string) => {
  const [year = '', month = '', date = ''] = day.split('-');
  return { [`${name}.year`]: Number(year), [`${name}.month`]: Number(month), [`${name}.day`]: Number(date) };
};

function parseOrder(parameters: Json): string[] {
  const requested = parameters['orderby'];
  const list = (Array.isArray(requested) ? (requested as unknown[]) : [requested]).filter(isRecord);
  return list
    .filter((order) => getString(order, 'fieldName') !== '')
    .map((order) => `${getString(order, 'sortOrder') === 'DESCENDING' ? '-' : '+'}${getString(order, 'fieldName')}`);
}

function checkShared(metrics: readonly string[], dimensions: readonly string[]): void {
  const refuse = (code: string, names: readonly string[]) => {
    if (names.length > 0) throw new Failure(code, 500, `The dashboard does not share: ${names.join(', ')}.`);
  };
  refuse(
    'invalid_adsense_report_metrics',
    metrics.filter((metric) => !SHARED_METRICS.has(metric)),
  );
  refuse(
    'invalid_adsense_report_dimensions',
    dimensions.filter((dimension) => !SHARED_DIMENSIONS.has(dimension)),
  );
}

async function runReport({ site, settings, parameters, isShared, ask }: DatapointCall) {
  const account = String(settings['accountID']);
  if (account === '') throw new Failure('account_id_not_set', 500, 'No account is selected.');
  const requested = getList(parameters, 'metrics');
  const metrics = requested.length > 0 ? requested : DEFAULT_METRICS;
  const dimensions = getList(parameters, 'dimensions');
  if (isShared) checkShared(metrics, dimensions);
  const { startDate, endDate }: DayRange = parseRange(parameters) ?? getDefaultRange(site);
  const limit = getCount(parameters, 'limit');
  return await ask({
    family: 'ads',
    method: 'GET',
    path: `v2/${buildAccountPath(account, 'reports:generate')}`,
    query: {
      dateRange: 'CUSTOM',
      ...buildDateParameters('startDate', startDate),
      ...buildDateParameters('endDate', endDate),
      metrics,
      dimensions,
      orderBy: parseOrder(parameters),
      filters: getSiteHosts(site).map((host) => `DOMAIN_NAME==${host}`),
      ...(limit !== undefined && { limit }),
    },
  });
}

async function syncRecoveryTag({ site, settings, ask }: DatapointCall) {
  const account = String(settings['accountID']);
  if (account === '') throw moduleNotConnected();
  const tag = await ask({ family: 'ads', method: 'GET', path: `v2/${buildAccountPath(account, 'adBlockingRecoveryTag')}` });
  const adBlockingRecoveryTag = {
    tag: getString(tag, 'tag'),
    errorProtectionCode: getString(tag, 'errorProtectionCode'),
  } satisfies Prisma.InputJsonObject;
  await site.db.prisma.analyticsSite.upsert({
    where: { id: 1 },
    create: { adBlockingRecoveryTag },
    update: { adBlockingRecoveryTag },
    select: { id: true },
  });
  return { success: true };
}

/** Returns the provider's severe alerts about the account. Returns an empty list if no account is selected or the request fails. */
async function listNotifications({ settings, ask }: DatapointCall): Promise<Notice[]> {
  const account = String(settings['accountID']);
  if (account === '') return [];
  try {
    const alerts = await fetchList(ask, buildAccountPath(account, 'alerts'), 'alerts');
    return alerts
      .filter((alert) => getString(alert, 'severity') === 'SEVERE')
      .map((alert) => ({
        id: `adsense::${getId(alert)}`,
        description: getString(alert, 'message'),
        isDismissible: true,
        severity: 'win-info',
        ctaURL: `https://www.google.com/adsense/new/u/0/${account}/home`,
        ctaLabel: 'Go to AdSense',
        ctaTarget: '_blank',
      }));
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

const MONTH_SECONDS = 30 * 24 * 3600;
const isReady = (settings: Readonly<Record<string, unknown>>) =>
  settings['accountStatus'] === 'ready' && settings['siteStatus'] === 'ready';

/** Module that shows advertisements on the site. */
export const adsense: ModuleDefinition = {
  slug: 'adsense',
  name: 'AdSense',
  description: 'What advertisements on the site earn.',
  homepage: 'https://adsense.google.com/start',
  order: 10,
  requiredSettings: ['accountSetupComplete', 'siteSetupComplete'],
  scopes: ['adsense.readonly'],
  hasOwner: true,
  hasServiceEntity: true,
  sharedDatapoint: 'report',
  tag: { pattern: /ca-pub-\d+/, isEnabled: ({ useSnippet }) => useSnippet === true },
  settings: {
    ownerID: ownerField(),
    accountID: stringField('ID of the account at the provider.', { ownership: true, viewOnly: true }),
    autoAdsDisabled: stringListField('Kinds of users who see no advertisements.', []),
    clientID: stringField('ID of the client, such as `ca-pub-…`.', { ownership: true }),
    accountStatus: stringField('State of the account at the provider.'),
    siteStatus: stringField('State of the site in the account.'),
    accountSetupComplete: flagField('Whether the account is set up.'),
    siteSetupComplete: flagField('Whether the site is set up.'),
    useSnippet: flagField('Whether the site places the tag.', true),
    webStoriesAdUnit: stringField('Advertisement unit for web stories.'),
    setupCompletedTimestamp: timestampField('Time at which the account and the site were ready to show advertisements.', 'seconds', {
      fallback: null,
    }),
    useAdBlockingRecoverySnippet: flagField('Whether visitors who block advertisements are asked to allow them.'),
    useAdBlockingRecoveryErrorSnippet: flagField(
      'Whether visitors see a message if their browser also blocks the request to allow advertisements.',
    ),
    adBlockingRecoverySetupStatus: enumField(
      'State of the setup of ad blocking recovery.',
      {
        '': 'Not started.',
        'tag-placed': 'Pages contain the tag of ad blocking recovery.',
        'setup-confirmed': 'A user has confirmed that ad blocking recovery works.',
      },
      '',
      { otherwise: 'previous' },
    ),
  },
  datapoints: {
    GET: {
      accounts: declareDatapoint(listAccounts),
      clients: declareDatapoint(async ({ parameters, ask }) => {
        const account = requireString(parameters, 'accountID');
        const clients = await fetchList(ask, buildAccountPath(account, 'adclients'), 'adClients');
        return clients.map((client) => ({ ...client, _id: getId(client), _accountID: account }));
      }),
      alerts: declareDatapoint(({ parameters, ask }) =>
        fetchList(ask, buildAccountPath(requireString(parameters, 'accountID'), 'alerts'), 'alerts'),
      ),
      sites: declareDatapoint(({ parameters, ask }) =>
        fetchList(ask, buildAccountPath(requireString(parameters, 'accountID'), 'sites'), 'sites'),
      ),
      adunits: declareDatapoint(listAdUnits),
      report: declareDatapoint(runReport),
      notifications: declareDatapoint(listNotifications),
    },
    POST: { 'sync-ad-blocking-recovery-tags': declareDatapoint(syncRecoveryTag) },
  },
  async canAccessEntity({ settings, ask }) {
    await ask({ family: 'ads', method: 'GET', path: `v2/accounts/${encodeSegment(String(settings['accountID']))}` });
    return true;
  },
  // if the account was ready before this setting existed, assumes one month ago
  async onSettingsChange({ before, after }) {
    if (!isReady(after) || after['setupCompletedTimestamp'] !== null) return after;
    const seconds = Math.floor(now().getTime() / 1000);
    return { ...after, setupCompletedTimestamp: isReady(before) ? seconds - MONTH_SECONDS : seconds };
  },
  async onDeactivation({ tx, patchModule }) {
    await tx.analyticsSite.updateMany({ data: { adBlockingRecoveryTag: Prisma.DbNull } });
    await patchModule('analytics-4', { adSenseLinked: false });
  },
};
