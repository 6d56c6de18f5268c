import { Prisma } from '#db';
import { invalid } from '#app/core/failures/failure.ts';
import { badParameter, missingParameter } from '../../failures.ts';
import { credentialsMissing } from '../../provider/failures.ts';
import { timezoneString } from '#app/core/settings/site.settings.ts';
import { type Json, recordsAt, sortedBy, textAt } from '../../json.ts';
import { clearMarks, marks, setMark } from '../../marks.ts';
import { siteAddress, siteHosts } from '../../site-address.ts';
import { type DatapointCall, point } from '../datapoint.ts';
import { usualRange } from '../days.ts';
import type { ModuleDefinition, ModuleEffects } from '../module.ts';
import { flagOf, listOf, required, requiredFlag, requiredObject, textOf } from '../parameters.ts';
import { isSameValue } from '../setting-fields.ts';
import { audienceSettings, createAudience, saveAudienceSettings, syncAudiences } from './audiences.ts';
import { checkNames, propertyOf } from './checks.ts';
import { createCustomDimension, customDimensionDataAvailable, saveResourceDate, syncCustomDimensions } from './dimensions.ts';
import { withAllDays } from './report-answer.ts';
import { readReport } from './report-request.ts';
import {
  accountForm,
  enhancedMeasurementPath,
  propertyForm,
  propertyPath,
  readAdmin,
  streamForm,
  webDataStreams,
  writeAdmin,
} from './resources.ts';
import { analyticsSettings } from './settings.ts';
import { containerDestinations, containerOf, googleTagSettings } from './tags.ts';

const EDIT = ['analytics.edit'];
const TAGS = ['tagmanager.readonly'];
const PAGE_SIZE = 200;
const MAX_BATCHED = 5;
const MAX_PROPERTIES = 10;
const TICKET_SECONDS = 15 * 60;

async function report(call: DatapointCall): Promise<unknown> {
  const request = readReport(call.site, call.parameters, call.isShared);
  const path = `v1beta/${propertyPath(propertyOf(call))}:runReport`;
  return withAllDays(request, await call.ask({ family: 'data', method: 'POST', path, body: request.body }));
}

async function batchReport(call: DatapointCall): Promise<unknown> {
  const { requests } = call.parameters;
  if (requests === undefined || requests === null) throw missingParameter('requests');
  const list = Array.isArray(requests) ? (requests as unknown[]) : [];
  if (list.length < 1 || list.length > MAX_BATCHED)
    throw invalid('invalid_batch_size', `One to ${MAX_BATCHED} reports can be asked for at once.`);
  const property = propertyOf(call);
  const bodies = list.map((one) => readReport(call.site, (typeof one === 'object' && one !== null ? one : {}) as Json, call.isShared).body);
  return await call.ask({
    family: 'data',
    method: 'POST',
    path: `v1beta/${propertyPath(property)}:batchRunReports`,
    body: { requests: bodies },
  });
}

/** Requests the smallest possible report, to test access to the property. */
async function leastReport({ ask }: Pick<DatapointCall, 'ask'>, property: string, dateRanges: readonly Json[]): Promise<unknown> {
  const path = `v1beta/${propertyPath(property)}:runReport`;
  return await ask({ family: 'data', method: 'POST', path, body: { dateRanges, metrics: [{ name: 'sessions' }], limit: '0' } });
}

async function properties({ parameters, ask }: DatapointCall) {
  const filter = `parent:accounts/${required(parameters, 'accountID')}`;
  const answer = await readAdmin(ask, 'properties', { filter, pageSize: PAGE_SIZE });
  return sortedBy('displayName', recordsAt(answer, 'properties').map(propertyForm));
}

async function webDataStreamsBatch({ parameters, ask }: DatapointCall) {
  const ids = listOf(parameters, 'propertyIDs');
  if (ids.length === 0) throw missingParameter('propertyIDs');
  if (ids.length > MAX_PROPERTIES) throw badParameter(`At most ${MAX_PROPERTIES} propertyIDs can be asked for at once.`);
  // a property that fails is omitted
  const found = await Promise.all(ids.map(async (id) => [id, await webDataStreams(ask, id).catch(() => null)] as const));
  return Object.fromEntries(found.filter(([, streams]) => streams !== null));
}

async function setEnhancedMeasurement(call: DatapointCall) {
  const path = enhancedMeasurementPath(call);
  const settings = requiredObject(call.parameters, 'enhancedMeasurementSettings');
  checkNames(settings, [
    'name',
    'streamEnabled',
    'scrollsEnabled',
    'outboundClicksEnabled',
    'siteSearchEnabled',
    'videoEngagementEnabled',
    'fileDownloadsEnabled',
    'pageChangesEnabled',
    'formInteractionsEnabled',
    'searchQueryParameter',
    'uriQueryParameter',
  ]);
  const query = { updateMask: 'streamEnabled' };
  return await call.ask({ family: 'admin', method: 'PATCH', path: `v1alpha/${path}`, query, body: settings });
}

async function createProperty({ site, parameters, ask }: DatapointCall) {
  const body = {
    parent: `accounts/${required(parameters, 'accountID')}`,
    displayName: textOf(parameters, 'displayName') || siteHosts(site)[0],
    timeZone: textOf(parameters, 'timezone') || site.settings.get(timezoneString) || 'UTC',
  };
  return propertyForm(await writeAdmin(ask, 'properties', body));
}

async function createWebDataStream({ site, parameters, ask }: DatapointCall) {
  const property = required(parameters, 'propertyID');
  const body = {
    displayName: textOf(parameters, 'displayName') || siteHosts(site)[0],
    type: 'WEB_DATA_STREAM',
    webStreamData: { defaultUri: siteAddress(site) },
  };
  return streamForm(await writeAdmin(ask, propertyPath(property, 'dataStreams'), body));
}

async function createAccountTicket({ site, viewer, parameters, ask, credentials }: DatapointCall) {
  const [displayName, regionCode, propertyName, dataStreamName, timezone] = (
    ['displayName', 'regionCode', 'propertyName', 'dataStreamName', 'timezone'] as const
  ).map((name) => required(parameters, name));
  const known = await credentials();
  if (!known) throw credentialsMissing();
  const answer = await ask({
    family: 'broker',
    method: 'POST',
    path: 'v1beta/accounts:provisionAccountTicket',
    body: {
      site_id: known.clientId,
      site_secret: known.clientSecret,
      account: { displayName, regionCode },
      redirectUri: siteAddress(site),
    },
  });
  const kept = {
    id: textAt(answer, 'accountTicketId'),
    propertyName,
    dataStreamName,
    timezone,
    enhancedMeasurementStreamEnabled: flagOf(parameters, 'enhancedMeasurementStreamEnabled'),
  };
  await setMark(site.db.prisma, marks.accountTicket(viewer.id), { seconds: TICKET_SECONDS, value: kept as Prisma.InputJsonObject });
  return answer;
}

async function markFlag({ site, parameters }: DatapointCall, parameter: string, mark: string): Promise<boolean> {
  const value = requiredFlag(parameters, parameter);
  if (value) await setMark(site.db.prisma, mark);
  else await site.db.prisma.analyticsMark.deleteMany({ where: { name: mark } });
  return value;
}

const clearAvailability = (tx: ModuleEffects['tx']) =>
  clearMarks(tx, marks.dataAvailable('analytics-4'), marks.customDimensions, marks.resourceDates);

const forgetAudiences = (tx: ModuleEffects['tx']) =>
  tx.analyticsSite.updateMany({ data: { audiences: Prisma.DbNull, audiencesSyncedAt: null, audiencesSetUpById: null } });

/** Module for visits and the actions of visitors. */
export const analytics4: ModuleDefinition = {
  slug: 'analytics-4',
  name: 'Analytics',
  description: 'Who visits the site, where they come from and what they do.',
  homepage: 'https://analytics.google.com/analytics/web',
  order: 10,
  connectedBy: ['accountID', 'propertyID', 'webDataStreamID', 'measurementID'],
  scopes: ['analytics.readonly'],
  hasOwner: true,
  hasServiceEntity: true,
  tellsDataAvailable: true,
  sharedDatapoint: 'report',
  tag: { pattern: /\b(G|GT)-[A-Z0-9]+/, isEnabled: ({ useSnippet }) => useSnippet === true },
  settings: analyticsSettings,
  datapoints: {
    GET: {
      accounts: point(async ({ ask }) => recordsAt(await readAdmin(ask, 'accounts'), 'accounts').map(accountForm)),
      'account-summaries': point(({ parameters, ask }) => {
        const pageToken = textOf(parameters, 'pageToken');
        return readAdmin(ask, 'accountSummaries', { pageSize: PAGE_SIZE, ...(pageToken !== '' && { pageToken }) });
      }),
      properties: point(properties),
      property: point(async ({ parameters, ask }) => propertyForm(await readAdmin(ask, propertyPath(required(parameters, 'propertyID'))))),
      webdatastreams: point(({ parameters, ask }) => webDataStreams(ask, required(parameters, 'propertyID'))),
      'webdatastreams-batch': point(webDataStreamsBatch),
      'has-property-access': point((call) => leastReport(call, required(call.parameters, 'propertyID'), [{ ...usualRange(call.site) }])),
      'ads-links': point(async ({ parameters, ask }) =>
        recordsAt(await readAdmin(ask, propertyPath(required(parameters, 'propertyID'), 'googleAdsLinks')), 'googleAdsLinks'),
      ),
      'adsense-links': point(async ({ parameters, ask }) =>
        recordsAt(await readAdmin(ask, propertyPath(required(parameters, 'propertyID'), 'adSenseLinks'), {}, 'v1alpha'), 'adsenseLinks'),
      ),
      'key-events': point(async (call) => recordsAt(await readAdmin(call.ask, propertyPath(propertyOf(call), 'keyEvents')), 'keyEvents')),
      report: point(report),
      'batch-report': point(batchReport),
      'enhanced-measurement-settings': point((call) => readAdmin(call.ask, enhancedMeasurementPath(call), {}, 'v1alpha')),
      'container-lookup': point(({ parameters, ask }) => containerOf(ask, required(parameters, 'destinationID')), TAGS),
      'container-destinations': point(containerDestinations, TAGS),
      'google-tag-settings': point(googleTagSettings, TAGS),
      'audience-settings': point(audienceSettings),
    },
    POST: {
      'enhanced-measurement-settings': point(setEnhancedMeasurement, EDIT),
      'create-property': point(createProperty, EDIT),
      'create-webdatastream': point(createWebDataStream, EDIT),
      'create-account-ticket': point(createAccountTicket, EDIT),
      'create-custom-dimension': point(createCustomDimension, EDIT),
      'sync-custom-dimensions': point(syncCustomDimensions),
      'custom-dimension-data-available': point(customDimensionDataAvailable),
      'create-audience': point(createAudience, EDIT),
      'sync-audiences': point(syncAudiences),
      'save-audience-settings': point(saveAudienceSettings),
      'save-resource-data-availability-date': point(saveResourceDate),
      'set-google-tag-id-mismatch': point((call) => markFlag(call, 'hasMismatchedTag', marks.tagIdMismatch)),
      'set-is-web-data-stream-unavailable': point((call) =>
        markFlag(call, 'isWebDataStreamUnavailable', marks.streamUnavailable(String(call.settings['webDataStreamID']))),
      ),
    },
  },
  async reachesEntity(call) {
    const property = propertyOf(call);
    await leastReport(call, property, [{ startDate: 'yesterday', endDate: 'today' }]);
    return true;
  },
  async onSettingsChange({ tx, before, after }) {
    const hasOther = (name: string) => !isSameValue(before[name], after[name]);
    if (hasOther('propertyID') || hasOther('measurementID')) await clearAvailability(tx);
    if (!hasOther('propertyID')) return after;
    await forgetAudiences(tx);
    return { ...after, adSenseLinked: false, adsLinked: false, adSenseLinkedLastSyncedAt: 0, adsLinkedLastSyncedAt: 0, detectedEvents: [] };
  },
  async onDeactivation({ tx }) {
    await clearAvailability(tx);
    await forgetAudiences(tx);
  },
};
