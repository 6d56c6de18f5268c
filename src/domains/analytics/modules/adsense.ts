import { Failure } from '#app/core/failures/failure.ts';
import { Prisma } from '#db';
import { now } from '#app/core/time/clock.ts';
import { missingParameter, moduleNotConnected } from '../failures.ts';
import { isRecord, type Json, recordsAt, sortedBy, textAt } from '../json.ts';
import { siteHosts } from '../site-address.ts';
import { type AskProvider, type DatapointCall, type Notice, point } from './datapoint.ts';
import { type DayRange, parseRange, defaultRange } from './days.ts';
import type { ModuleDefinition } from './module.ts';
import { countOf, listOf, required, segment, textOf } from './parameters.ts';
import { flag, timestamp, owner, text, texts, word } from './setting-fields.ts';

const DEFAULT_METRICS = ['ESTIMATED_EARNINGS', 'PAGE_VIEWS_RPM', 'IMPRESSIONS'];
const SHARED_METRICS = new Set(['ESTIMATED_EARNINGS', 'IMPRESSIONS', 'PAGE_VIEWS_CTR', 'PAGE_VIEWS_RPM']);
const SHARED_DIMENSIONS = new Set(['DATE']);

/** Returns the ID of a resource, which is the last part of its name. */
const getId = (resource: Json) => textAt(resource, 'name').split('/').at(-1) ?? '';

async function fetchList(ask: AskProvider, path: string, key: string): Promise<Json[]> {
  return recordsAt(await ask({ family: 'ads', method: 'GET', path: `v2/${path}` }), key);
}

async function listAccounts({ ask }: DatapointCall) {
  const allAccounts = await fetchList(ask, 'accounts', 'accounts');
  const open = allAccounts
    .filter((account) => textAt(account, 'state') !== 'CLOSED')
    .map((account) => ({ ...account, _id: getId(account) }));
  return sortedBy('displayName', open);
}

const accountPath = (account: string, path: string) => `accounts/${segment(account)}/${path}`;

async function listAdUnits({ settings, parameters, ask }: DatapointCall) {
  const account = textOf(parameters, 'accountID') || String(settings['accountID']);
  const client = textOf(parameters, 'clientID') || String(settings['clientID']);
  if (account === '') throw missingParameter('accountID');
  if (client === '') throw missingParameter('clientID');
  const units = await fetchList(ask, accountPath(account, `adclients/${segment(client)}/adunits`), 'adUnits');
  return units.map((unit) => ({ ...unit, _id: getId(unit), _clientID: client, _accountID: account }));
}

const dateParameters = (name: 'startDate' | 'endDate', day: string) => {
  const [year = '', month = '', date = ''] = day.split('-');
  return { [`${name}.year`]: Number(year), [`${name}.month`]: Number(month), [`${name}.day`]: Number(date) };
};

function parseOrder(parameters: Json): string[] {
  const requested = parameters['orderby'];
  const list = (Array.isArray(requested) ? (requested as unknown[]) : [requested]).filter(isRecord);
  return list
    .filter((order) => textAt(order, 'fieldName') !== '')
    .map((order) => `${textAt(order, 'sortOrder') === 'DESCENDING' ? '-' : '+'}${textAt(order, 'fieldName')}`);
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
  const requested = listOf(parameters, 'metrics');
  const metrics = requested.length > 0 ? requested : DEFAULT_METRICS;
  const dimensions = listOf(parameters, 'dimensions');
  if (isShared) checkShared(metrics, dimensions);
  const { startDate, endDate }: DayRange = parseRange(parameters) ?? defaultRange(site);
  const limit = countOf(parameters, 'limit');
  return await ask({
    family: 'ads',
    method: 'GET',
    path: `v2/${accountPath(account, 'reports:generate')}`,
    query: {
      dateRange: 'CUSTOM',
      ...dateParameters('startDate', startDate),
      ...dateParameters('endDate', endDate),
      metrics,
      dimensions,
      orderBy: parseOrder(parameters),
      filters: siteHosts(site).map((host) => `DOMAIN_NAME==${host}`),
      ...(limit !== undefined && { limit }),
    },
  });
}

async function syncRecoveryTag({ site, settings, ask }: DatapointCall) {
  const account = String(settings['accountID']);
  if (account === '') throw moduleNotConnected();
  const tag = await ask({ family: 'ads', method: 'GET', path: `v2/${accountPath(account, 'adBlockingRecoveryTag')}` });
  const adBlockingRecoveryTag = {
    tag: textAt(tag, 'tag'),
    errorProtectionCode: textAt(tag, 'errorProtectionCode'),
  } satisfies Prisma.InputJsonObject;
  await site.db.prisma.analyticsSite.upsert({
    where: { id: 1 },
    create: { adBlockingRecoveryTag },
    update: { adBlockingRecoveryTag },
    select: { id: true },
  });
  return { success: true };
}

/** Returns the provider's severe alerts about the account. Empty if the request fails. */
async function listNotifications({ settings, ask }: DatapointCall): Promise<Notice[]> {
  const account = String(settings['accountID']);
  if (account === '') return [];
  try {
    const alerts = await fetchList(ask, accountPath(account, 'alerts'), 'alerts');
    return alerts
      .filter((alert) => textAt(alert, 'severity') === 'SEVERE')
      .map((alert) => ({
        id: `adsense::${getId(alert)}`,
        description: textAt(alert, 'message'),
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
  connectedBy: ['accountSetupComplete', 'siteSetupComplete'],
  scopes: ['adsense.readonly'],
  hasOwner: true,
  hasServiceEntity: true,
  sharedDatapoint: 'report',
  tag: { pattern: /ca-pub-\d+/, isEnabled: ({ useSnippet }) => useSnippet === true },
  settings: {
    ownerID: owner(),
    accountID: text('ID of the account at the provider.', { ownership: true, viewOnly: true }),
    autoAdsDisabled: texts('Kinds of users who see no advertisements.', []),
    clientID: text('ID of the client, such as `ca-pub-…`.', { ownership: true }),
    accountStatus: text('State of the account at the provider.'),
    siteStatus: text('State of the site in the account.'),
    accountSetupComplete: flag('Whether the account is set up.'),
    siteSetupComplete: flag('Whether the site is set up.'),
    useSnippet: flag('Whether the site places the tag.', true),
    webStoriesAdUnit: text('Advertisement unit for web stories.'),
    setupCompletedTimestamp: timestamp('Time at which the account and the site were ready to show advertisements.', 'seconds', {
      fallback: null,
    }),
    useAdBlockingRecoverySnippet: flag('Whether visitors who block advertisements are asked to allow them.'),
    useAdBlockingRecoveryErrorSnippet: flag(
      'Whether visitors see a message if their browser also blocks the request to allow advertisements.',
    ),
    adBlockingRecoverySetupStatus: word(
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
      accounts: point(listAccounts),
      clients: point(async ({ parameters, ask }) => {
        const account = required(parameters, 'accountID');
        const clients = await fetchList(ask, accountPath(account, 'adclients'), 'adClients');
        return clients.map((client) => ({ ...client, _id: getId(client), _accountID: account }));
      }),
      alerts: point(({ parameters, ask }) => fetchList(ask, accountPath(required(parameters, 'accountID'), 'alerts'), 'alerts')),
      sites: point(({ parameters, ask }) => fetchList(ask, accountPath(required(parameters, 'accountID'), 'sites'), 'sites')),
      adunits: point(listAdUnits),
      report: point(runReport),
      notifications: point(listNotifications),
    },
    POST: { 'sync-ad-blocking-recovery-tags': point(syncRecoveryTag) },
  },
  async reachesEntity({ settings, ask }) {
    await ask({ family: 'ads', method: 'GET', path: `v2/accounts/${segment(String(settings['accountID']))}` });
    return true;
  },
  // if the account was ready before this setting existed, the time is one month ago
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
