import { Prisma } from '#db';
import { invalid } from '#app/core/failures/failure.ts';
import { badParameter, missingParameter } from '../../failures.ts';
import { credentialsMissing } from '../../provider/failures.ts';
import { timezoneString } from '#app/core/settings/site.settings.ts';
import { type Json, recordsAt, sortedBy, textAt } from '../../json.ts';
import { clearMarks, marks, setMark } from '../../marks.ts';
import { siteAddress, siteHosts } from '../../site-address.ts';
import { type DatapointCall, point } from '../datapoint.ts';
import { defaultRange } from '../days.ts';
import type { ModuleDefinition, ModuleEffects } from '../module.ts';
import { flagOf, listOf, required, requiredFlag, requiredObject, textOf } from '../parameters.ts';
import { isSameValue } from '../setting-fields.ts';
import { audienceSettings, createAudience, saveAudienceSettings, syncAudiences } from './audiences.ts';
import { checkMemberNames, requirePropertyId } from './checks.ts';
import { createCustomDimension, customDimensionDataAvailable, saveResourceDate, syncCustomDimensions } from './dimensions.ts';
import { fillMissingDays } from './fill-missing-days.ts';
import { parseReport } from './report-request.ts';
import {
  toAccount,
  enhancedMeasurementPath,
  toProperty,
  propertyPath,
  getFromAdmin,
  toStream,
  loadWebDataStreams,
  postToAdmin,
} from './resources.ts';
import { analyticsSettings } from './settings.ts';
import { containerDestinations, findContainer, googleTagSettings } from './tags.ts';

const EDIT_SCOPES = ['analytics.edit'];
const TAG_SCOPES = ['tagmanager.readonly'];
const PAGE_SIZE = 200;
const MAX_REPORTS_PER_BATCH = 5;
const MAX_PROPERTIES = 10;
const TICKET_SECONDS = 15 * 60;

async function runReport(call: DatapointCall): Promise<unknown> {
  const request = parseReport(call.site, call.parameters, call.isShared);
  const path = `v1beta/${propertyPath(requirePropertyId(call))}:runReport`;
  return fillMissingDays(request, await call.ask({ family: 'data', method: 'POST', path, body: request.body }));
}

async function runReportBatch(call: DatapointCall): Promise<unknown> {
  const { requests } = call.parameters;
  if (requests === undefined || requests === null) throw missingParameter('requests');
  const list = Array.isArray(requests) ? (requests as unknown[]) : [];
  if (list.length < 1 || list.length > MAX_REPORTS_PER_BATCH)
    throw invalid('invalid_batch_size', `A batch must contain 1 to ${MAX_REPORTS_PER_BATCH} reports.`);
  const property = requirePropertyId(call);
  const bodies = list.map(
    (item) => parseReport(call.site, (typeof item === 'object' && item !== null ? item : {}) as Json, call.isShared).body,
  );
  return await call.ask({
    family: 'data',
    method: 'POST',
    path: `v1beta/${propertyPath(property)}:batchRunReports`,
    body: { requests: bodies },
  });
}

/** Requests the smallest possible report to test access to the property. */
async function runMinimalReport({ ask }: Pick<DatapointCall, 'ask'>, property: string, dateRanges: readonly Json[]): Promise<unknown> {
  const path = `v1beta/${propertyPath(property)}:runReport`;
  return await ask({ family: 'data', method: 'POST', path, body: { dateRanges, metrics: [{ name: 'sessions' }], limit: '0' } });
}

async function listProperties({ parameters, ask }: DatapointCall) {
  const filter = `parent:accounts/${required(parameters, 'accountID')}`;
  const response = await getFromAdmin(ask, 'properties', { filter, pageSize: PAGE_SIZE });
  return sortedBy('displayName', recordsAt(response, 'properties').map(toProperty));
}

async function listWebDataStreams({ parameters, ask }: DatapointCall) {
  const ids = listOf(parameters, 'propertyIDs');
  if (ids.length === 0) throw missingParameter('propertyIDs');
  if (ids.length > MAX_PROPERTIES) throw badParameter(`A request must contain at most ${MAX_PROPERTIES} propertyIDs.`);
  // omits properties whose request fails
  const entries = await Promise.all(ids.map(async (id) => [id, await loadWebDataStreams(ask, id).catch(() => null)] as const));
  return Object.fromEntries(entries.filter(([, streams]) => streams !== null));
}

async function setEnhancedMeasurement(call: DatapointCall) {
  const path = enhancedMeasurementPath(call);
  const settings = requiredObject(call.parameters, 'enhancedMeasurementSettings');
  checkMemberNames(settings, [
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
  return toProperty(await postToAdmin(ask, 'properties', body));
}

async function createWebDataStream({ site, parameters, ask }: DatapointCall) {
  const property = required(parameters, 'propertyID');
  const body = {
    displayName: textOf(parameters, 'displayName') || siteHosts(site)[0],
    type: 'WEB_DATA_STREAM',
    webStreamData: { defaultUri: siteAddress(site) },
  };
  return toStream(await postToAdmin(ask, propertyPath(property, 'dataStreams'), body));
}

async function createAccountTicket({ site, viewer, parameters, ask, credentials }: DatapointCall) {
  const [displayName, regionCode, propertyName, dataStreamName, timezone] = (
    ['displayName', 'regionCode', 'propertyName', 'dataStreamName', 'timezone'] as const
  ).map((name) => required(parameters, name));
  const siteCredentials = await credentials();
  if (!siteCredentials) throw credentialsMissing();
  const response = await ask({
    family: 'broker',
    method: 'POST',
    path: 'v1beta/accounts:provisionAccountTicket',
    body: {
      site_id: siteCredentials.clientId,
      site_secret: siteCredentials.clientSecret,
      account: { displayName, regionCode },
      redirectUri: siteAddress(site),
    },
  });
  const ticket = {
    id: textAt(response, 'accountTicketId'),
    propertyName,
    dataStreamName,
    timezone,
    enhancedMeasurementStreamEnabled: flagOf(parameters, 'enhancedMeasurementStreamEnabled'),
  };
  await setMark(site.db.prisma, marks.accountTicket(viewer.id), { seconds: TICKET_SECONDS, value: ticket as Prisma.InputJsonObject });
  return response;
}

async function storeFlag({ site, parameters }: DatapointCall, parameter: string, mark: string): Promise<boolean> {
  const value = requiredFlag(parameters, parameter);
  if (value) await setMark(site.db.prisma, mark);
  else await site.db.prisma.analyticsMark.deleteMany({ where: { name: mark } });
  return value;
}

const clearAvailability = (tx: ModuleEffects['tx']) =>
  clearMarks(tx, marks.dataAvailable('analytics-4'), marks.customDimensions, marks.resourceDates);

const deleteAudiences = (tx: ModuleEffects['tx']) =>
  tx.analyticsSite.updateMany({ data: { audiences: Prisma.DbNull, audiencesSyncedAt: null, audiencesSetUpById: null } });

/** Module that measures visits and the actions of visitors. */
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
  reportsDataAvailable: true,
  sharedDatapoint: 'report',
  tag: { pattern: /\b(G|GT)-[A-Z0-9]+/, isEnabled: ({ useSnippet }) => useSnippet === true },
  settings: analyticsSettings,
  datapoints: {
    GET: {
      accounts: point(async ({ ask }) => recordsAt(await getFromAdmin(ask, 'accounts'), 'accounts').map(toAccount)),
      'account-summaries': point(({ parameters, ask }) => {
        const pageToken = textOf(parameters, 'pageToken');
        return getFromAdmin(ask, 'accountSummaries', { pageSize: PAGE_SIZE, ...(pageToken !== '' && { pageToken }) });
      }),
      properties: point(listProperties),
      property: point(async ({ parameters, ask }) => toProperty(await getFromAdmin(ask, propertyPath(required(parameters, 'propertyID'))))),
      webdatastreams: point(({ parameters, ask }) => loadWebDataStreams(ask, required(parameters, 'propertyID'))),
      'webdatastreams-batch': point(listWebDataStreams),
      'has-property-access': point((call) =>
        runMinimalReport(call, required(call.parameters, 'propertyID'), [{ ...defaultRange(call.site) }]),
      ),
      'ads-links': point(async ({ parameters, ask }) =>
        recordsAt(await getFromAdmin(ask, propertyPath(required(parameters, 'propertyID'), 'googleAdsLinks')), 'googleAdsLinks'),
      ),
      'adsense-links': point(async ({ parameters, ask }) =>
        recordsAt(await getFromAdmin(ask, propertyPath(required(parameters, 'propertyID'), 'adSenseLinks'), {}, 'v1alpha'), 'adsenseLinks'),
      ),
      'key-events': point(async (call) =>
        recordsAt(await getFromAdmin(call.ask, propertyPath(requirePropertyId(call), 'keyEvents')), 'keyEvents'),
      ),
      report: point(runReport),
      'batch-report': point(runReportBatch),
      'enhanced-measurement-settings': point((call) => getFromAdmin(call.ask, enhancedMeasurementPath(call), {}, 'v1alpha')),
      'container-lookup': point(({ parameters, ask }) => findContainer(ask, required(parameters, 'destinationID')), TAG_SCOPES),
      'container-destinations': point(containerDestinations, TAG_SCOPES),
      'google-tag-settings': point(googleTagSettings, TAG_SCOPES),
      'audience-settings': point(audienceSettings),
    },
    POST: {
      'enhanced-measurement-settings': point(setEnhancedMeasurement, EDIT_SCOPES),
      'create-property': point(createProperty, EDIT_SCOPES),
      'create-webdatastream': point(createWebDataStream, EDIT_SCOPES),
      'create-account-ticket': point(createAccountTicket, EDIT_SCOPES),
      'create-custom-dimension': point(createCustomDimension, EDIT_SCOPES),
      'sync-custom-dimensions': point(syncCustomDimensions),
      'custom-dimension-data-available': point(customDimensionDataAvailable),
      'create-audience': point(createAudience, EDIT_SCOPES),
      'sync-audiences': point(syncAudiences),
      'save-audience-settings': point(saveAudienceSettings),
      'save-resource-data-availability-date': point(saveResourceDate),
      'set-google-tag-id-mismatch': point((call) => storeFlag(call, 'hasMismatchedTag', marks.tagIdMismatch)),
      'set-is-web-data-stream-unavailable': point((call) =>
        storeFlag(call, 'isWebDataStreamUnavailable', marks.streamUnavailable(String(call.settings['webDataStreamID']))),
      ),
    },
  },
  async reachesEntity(call) {
    const property = requirePropertyId(call);
    await runMinimalReport(call, property, [{ startDate: 'yesterday', endDate: 'today' }]);
    return true;
  },
  async onSettingsChange({ tx, before, after }) {
    const hasChanged = (name: string) => !isSameValue(before[name], after[name]);
    if (hasChanged('propertyID') || hasChanged('measurementID')) await clearAvailability(tx);
    if (!hasChanged('propertyID')) return after;
    await deleteAudiences(tx);
    return { ...after, adSenseLinked: false, adsLinked: false, adSenseLinkedLastSyncedAt: 0, adsLinkedLastSyncedAt: 0, detectedEvents: [] };
  },
  async onDeactivation({ tx }) {
    await clearAvailability(tx);
    await deleteAudiences(tx);
  },
};
