import { Failure } from '#app/core/failures/failure.ts';
import { Prisma } from '#db';
import { now } from '#app/core/time/clock.ts';
import { missingParameter, moduleNotConnected } from '../failures.ts';
import { isRecord, type Json, recordsAt, sortedBy, textAt } from '../json.ts';
import { siteHosts } from '../site-address.ts';
import { type AskProvider, type DatapointCall, type Notice, point } from './datapoint.ts';
import { type DayRange, rangeIn, usualRange } from './days.ts';
import type { ModuleDefinition } from './module.ts';
import { countOf, listOf, required, segment, textOf } from './parameters.ts';
import { flag, moment, owner, text, texts, word } from './setting-fields.ts';

const usualMetrics = ['ESTIMATED_EARNINGS', 'PAGE_VIEWS_RPM', 'IMPRESSIONS'];
const sharedMetrics = new Set(['ESTIMATED_EARNINGS', 'IMPRESSIONS', 'PAGE_VIEWS_CTR', 'PAGE_VIEWS_RPM']);
const sharedDimensions = new Set(['DATE']);

/** Returns the last part of a resource name. */
const idOf = (resource: Json) => textAt(resource, 'name').split('/').at(-1) ?? '';

async function listAt(ask: AskProvider, path: string, key: string): Promise<Json[]> {
  return recordsAt(await ask({ family: 'ads', method: 'GET', path: `v2/${path}` }), key);
}

async function accounts({ ask }: DatapointCall) {
  const all = await listAt(ask, 'accounts', 'accounts');
  const open = all.filter((one) => textAt(one, 'state') !== 'CLOSED').map((one) => ({ ...one, _id: idOf(one) }));
  return sortedBy('displayName', open);
}

const below = (account: string, rest: string) => `accounts/${segment(account)}/${rest}`;

async function adUnits({ settings, parameters, ask }: DatapointCall) {
  const account = textOf(parameters, 'accountID') || String(settings['accountID']);
  const client = textOf(parameters, 'clientID') || String(settings['clientID']);
  if (account === '') throw missingParameter('accountID');
  if (client === '') throw missingParameter('clientID');
  const units = await listAt(ask, below(account, `adclients/${segment(client)}/adunits`), 'adUnits');
  return units.map((one) => ({ ...one, _id: idOf(one), _clientID: client, _accountID: account }));
}

const dateParts = (name: 'startDate' | 'endDate', day: string) => {
  const [year = '', month = '', date = ''] = day.split('-');
  return { [`${name}.year`]: Number(year), [`${name}.month`]: Number(month), [`${name}.day`]: Number(date) };
};

function ordersIn(parameters: Json): string[] {
  const given = parameters['orderby'];
  const list = (Array.isArray(given) ? (given as unknown[]) : [given]).filter(isRecord);
  return list
    .filter((one) => textAt(one, 'fieldName') !== '')
    .map((one) => `${textAt(one, 'sortOrder') === 'DESCENDING' ? '-' : '+'}${textAt(one, 'fieldName')}`);
}

function checkShared(metrics: readonly string[], dimensions: readonly string[]): void {
  const refuse = (code: string, names: readonly string[]) => {
    if (names.length > 0) throw new Failure(code, 500, `Not shared: ${names.join(', ')}.`);
  };
  refuse(
    'invalid_adsense_report_metrics',
    metrics.filter((one) => !sharedMetrics.has(one)),
  );
  refuse(
    'invalid_adsense_report_dimensions',
    dimensions.filter((one) => !sharedDimensions.has(one)),
  );
}

async function report({ site, settings, parameters, isShared, ask }: DatapointCall) {
  const account = String(settings['accountID']);
  if (account === '') throw new Failure('account_id_not_set', 500, 'No account was chosen.');
  const given = listOf(parameters, 'metrics');
  const metrics = given.length > 0 ? given : usualMetrics;
  const dimensions = listOf(parameters, 'dimensions');
  if (isShared) checkShared(metrics, dimensions);
  const { startDate, endDate }: DayRange = rangeIn(parameters) ?? usualRange(site);
  const limit = countOf(parameters, 'limit');
  return await ask({
    family: 'ads',
    method: 'GET',
    path: `v2/${below(account, 'reports:generate')}`,
    query: {
      dateRange: 'CUSTOM',
      ...dateParts('startDate', startDate),
      ...dateParts('endDate', endDate),
      metrics,
      dimensions,
      orderBy: ordersIn(parameters),
      filters: siteHosts(site).map((host) => `DOMAIN_NAME==${host}`),
      ...(limit !== undefined && { limit }),
    },
  });
}

async function syncRecoveryTag({ site, settings, ask }: DatapointCall) {
  const account = String(settings['accountID']);
  if (account === '') throw moduleNotConnected();
  const tag = await ask({ family: 'ads', method: 'GET', path: `v2/${below(account, 'adBlockingRecoveryTag')}` });
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

/** Returns the provider's alerts for the owner of the account, or an empty list if the provider fails. */
async function notifications({ settings, ask }: DatapointCall): Promise<Notice[]> {
  const account = String(settings['accountID']);
  if (account === '') return [];
  try {
    const alerts = await listAt(ask, below(account, 'alerts'), 'alerts');
    return alerts
      .filter((one) => textAt(one, 'severity') === 'SEVERE')
      .map((one) => ({
        id: `adsense::${idOf(one)}`,
        description: textAt(one, 'message'),
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

/** Module for advertisements on the site. */
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
    accountID: text('The account at the provider.', { ownership: true, viewOnly: true }),
    autoAdsDisabled: texts('Kinds of users who see no advertisements.', []),
    clientID: text('ID of the client, such as `ca-pub-…`.', { ownership: true }),
    accountStatus: text('State of the account at the provider.'),
    siteStatus: text('State of the site in the account.'),
    accountSetupComplete: flag('Whether the account is set up.'),
    siteSetupComplete: flag('Whether the site is set up.'),
    useSnippet: flag('Whether the site places the tag.', true),
    webStoriesAdUnit: text('Advertisement unit for web stories.'),
    setupCompletedTimestamp: moment('When account and site were ready to show advertisements.', 'seconds', { fallback: null }),
    useAdBlockingRecoverySnippet: flag('Whether visitors who block advertisements are asked to allow them.'),
    useAdBlockingRecoveryErrorSnippet: flag(
      'Whether visitors see a message if their browser also blocks the request to allow advertisements.',
    ),
    adBlockingRecoverySetupStatus: word(
      'State of the setup of ad blocking recovery.',
      {
        '': 'Not begun.',
        'tag-placed': 'Pages contain the tag of ad blocking recovery.',
        'setup-confirmed': 'A user has confirmed that ad blocking recovery works.',
      },
      '',
      { otherwise: 'previous' },
    ),
  },
  datapoints: {
    GET: {
      accounts: point(accounts),
      clients: point(async ({ parameters, ask }) => {
        const account = required(parameters, 'accountID');
        const all = await listAt(ask, below(account, 'adclients'), 'adClients');
        return all.map((one) => ({ ...one, _id: idOf(one), _accountID: account }));
      }),
      alerts: point(({ parameters, ask }) => listAt(ask, below(required(parameters, 'accountID'), 'alerts'), 'alerts')),
      sites: point(({ parameters, ask }) => listAt(ask, below(required(parameters, 'accountID'), 'sites'), 'sites')),
      adunits: point(adUnits),
      report: point(report),
      notifications: point(notifications),
    },
    POST: { 'sync-ad-blocking-recovery-tags': point(syncRecoveryTag) },
  },
  async reachesEntity({ settings, ask }) {
    await ask({ family: 'ads', method: 'GET', path: `v2/accounts/${segment(String(settings['accountID']))}` });
    return true;
  },
  // an account that was ready before this setting existed gets a date one month ago
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
