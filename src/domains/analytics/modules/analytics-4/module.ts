import { Prisma } from '#db';
import { invalid } from '#app/core/failures/failure.ts';
import { invalidParameter, missingParameter } from '../../failures.ts';
import { missingCredentials } from '../../provider/failures.ts';
import { timezoneString } from '#app/core/settings/site.settings.ts';
import { type Json, getRecords, sortByMember, getString } from '../../json.ts';
import { clearMarks, marks, setMark } from '../../marks.ts';
import { getSiteUrlWithSlash, getSiteHosts } from '../../site-url.ts';
import { type DatapointCall, declareDatapoint } from '../datapoint.ts';
import { getDefaultRange } from '../days.ts';
import type { ModuleDefinition, ModuleEffects } from '../module.ts';
import { getFlag, getList, requireString, requireFlag, requireObject, getStringParameter } from '../parameters.ts';
import { isSameValue } from '../setting-fields.ts';
import { loadAudienceSettings, createAudience, saveAudienceSettings, syncAudiences } from './audiences.ts';
import { checkMemberNames, requirePropertyId } from './checks.ts';
import { createCustomDimension, markCustomDimensionData, saveResourceDate, syncCustomDimensions } from './dimensions.ts';
import { fillMissingDays } from './fill-missing-days.ts';
import { parseReport } from './report-request.ts';
import {
  toAccount,
  buildEnhancedMeasurementPath,
  toProperty,
  buildPropertyPath,
  getFromAdmin,
  toStream,
  loadWebDataStreams,
  postToAdmin,
} from './resources.ts';
import { analyticsSettings } from './settings.ts';
import { listContainerDestinations, findContainer, loadGoogleTagSettings } from './tags.ts';

const EDIT_SCOPES = ['analytics.edit'];
const TAG_SCOPES = ['tagmanager.readonly'];
const PAGE_SIZE = 200;
const MAX_REPORTS_PER_BATCH = 5;
const MAX_PROPERTIES = 10;
const TICKET_SECONDS = 15 * 60;

async function runReport(call: DatapointCall): Promise<unknown> {
  const request = parseReport(call.site, call.parameters, call.isShared);
  const path = `v1beta/${buildPropertyPath(requirePropertyId(call))}:runReport`;
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
    path: `v1beta/${buildPropertyPath(property)}:batchRunReports`,
    body: { requests: bodies },
  });
}

/** Requests the smallest possible report to test access to the property. */
async function runMinimalReport({ ask }: Pick<DatapointCall, 'ask'>, property: string, dateRanges: readonly Json[]): Promise<unknown> {
  const path = `v1beta/${buildPropertyPath(property)}:runReport`;
  return await ask({ family: 'data', method: 'POST', path, body: { dateRanges, metrics: [{ name: 'sessions' }], limit: '0' } });
}

async function listProperties({ parameters, ask }: DatapointCall) {
  const filter = `parent:accounts/${requireString(parameters, 'accountID')}`;
  const response = await getFromAdmin(ask, 'properties', { filter, pageSize: PAGE_SIZE });
  return sortByMember('displayName', getRecords(response, 'properties').map(toProperty));
}

async function listWebDataStreams({ parameters, ask }: DatapointCall) {
  const ids = getList(parameters, 'propertyIDs');
  if (ids.length === 0) throw missingParameter('propertyIDs');
  if (ids.length > MAX_PROPERTIES) throw invalidParameter(`A request must contain at most ${MAX_PROPERTIES} propertyIDs.`);
  // omits properties whose request fails
  const entries = await Promise.all(ids.map(async (id) => [id, await loadWebDataStreams(ask, id).catch(() => null)] as const));
  return Object.fromEntries(entries.filter(([, streams]) => streams !== null));
}

async function setEnhancedMeasurement(call: DatapointCall) {
  const path = buildEnhancedMeasurementPath(call);
  const settings = requireObject(call.parameters, 'enhancedMeasurementSettings');
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
    parent: `accounts/${requireString(parameters, 'accountID')}`,
    displayName: getStringParameter(parameters, 'displayName') || getSiteHosts(site)[0],
    timeZone: getStringParameter(parameters, 'timezone') || site.settings.get(timezoneString) || 'UTC',
  };
  return toProperty(await postToAdmin(ask, 'properties', body));
}

async function createWebDataStream({ site, parameters, ask }: DatapointCall) {
  const property = requireString(parameters, 'propertyID');
  const body = {
    displayName: getStringParameter(parameters, 'displayName') || getSiteHosts(site)[0],
    type: 'WEB_DATA_STREAM',
    webStreamData: { defaultUri: getSiteUrlWithSlash(site) },
  };
  return toStream(await postToAdmin(ask, buildPropertyPath(property, 'dataStreams'), body));
}

async function createAccountTicket({ site, viewer, parameters, ask, credentials }: DatapointCall) {
  const [displayName, regionCode, propertyName, dataStreamName, timezone] = (
    ['displayName', 'regionCode', 'propertyName', 'dataStreamName', 'timezone'] as const
  ).map((name) => requireString(parameters, name));
  const siteCredentials = await credentials();
  if (!siteCredentials) throw missingCredentials();
  const response = await ask({
    family: 'broker',
    method: 'POST',
    path: 'v1beta/accounts:provisionAccountTicket',
    body: {
      site_id: siteCredentials.clientId,
      site_secret: siteCredentials.clientSecret,
      account: { displayName, regionCode },
      redirectUri: getSiteUrlWithSlash(site),
    },
  });
  const ticket = {
    id: getString(response, 'accountTicketId'),
    propertyName,
    dataStreamName,
    timezone,
    enhancedMeasurementStreamEnabled: getFlag(parameters, 'enhancedMeasurementStreamEnabled'),
  };
  await setMark(site.db.prisma, marks.accountTicket(viewer.id), { seconds: TICKET_SECONDS, value: ticket as Prisma.InputJsonObject });
  return response;
}

/** Sets the mark if the boolean parameter is true, and deletes it otherwise. Returns the parameter. */
async function storeFlag({ site, parameters }: DatapointCall, parameter: string, mark: string): Promise<boolean> {
  const value = requireFlag(parameters, parameter);
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
  requiredSettings: ['accountID', 'propertyID', 'webDataStreamID', 'measurementID'],
  scopes: ['analytics.readonly'],
  hasOwner: true,
  hasServiceEntity: true,
  reportsDataAvailable: true,
  sharedDatapoint: 'report',
  tag: { pattern: /\b(G|GT)-[A-Z0-9]+/, isEnabled: ({ useSnippet }) => useSnippet === true },
  settings: analyticsSettings,
  datapoints: {
    GET: {
      accounts: declareDatapoint(async ({ ask }) => getRecords(await getFromAdmin(ask, 'accounts'), 'accounts').map(toAccount)),
      'account-summaries': declareDatapoint(({ parameters, ask }) => {
        const pageToken = getStringParameter(parameters, 'pageToken');
        return getFromAdmin(ask, 'accountSummaries', { pageSize: PAGE_SIZE, ...(pageToken !== '' && { pageToken }) });
      }),
      properties: declareDatapoint(listProperties),
      property: declareDatapoint(async ({ parameters, ask }) =>
        toProperty(await getFromAdmin(ask, buildPropertyPath(requireString(parameters, 'propertyID')))),
      ),
      webdatastreams: declareDatapoint(({ parameters, ask }) => loadWebDataStreams(ask, requireString(parameters, 'propertyID'))),
      'webdatastreams-batch': declareDatapoint(listWebDataStreams),
      'has-property-access': declareDatapoint((call) =>
        runMinimalReport(call, requireString(call.parameters, 'propertyID'), [{ ...getDefaultRange(call.site) }]),
      ),
      'ads-links': declareDatapoint(async ({ parameters, ask }) =>
        getRecords(await getFromAdmin(ask, buildPropertyPath(requireString(parameters, 'propertyID'), 'googleAdsLinks')), 'googleAdsLinks'),
      ),
      'adsense-links': declareDatapoint(async ({ parameters, ask }) =>
        getRecords(
          await getFromAdmin(ask, buildPropertyPath(requireString(parameters, 'propertyID'), 'adSenseLinks'), {}, 'v1alpha'),
          'adsenseLinks',
        ),
      ),
      'key-events': declareDatapoint(async (call) =>
        getRecords(await getFromAdmin(call.ask, buildPropertyPath(requirePropertyId(call), 'keyEvents')), 'keyEvents'),
      ),
      report: declareDatapoint(runReport),
      'batch-report': declareDatapoint(runReportBatch),
      'enhanced-measurement-settings': declareDatapoint((call) =>
        getFromAdmin(call.ask, buildEnhancedMeasurementPath(call), {}, 'v1alpha'),
      ),
      'container-lookup': declareDatapoint(
        ({ parameters, ask }) => findContainer(ask, requireString(parameters, 'destinationID')),
        TAG_SCOPES,
      ),
      'container-destinations': declareDatapoint(listContainerDestinations, TAG_SCOPES),
      'google-tag-settings': declareDatapoint(loadGoogleTagSettings, TAG_SCOPES),
      'audience-settings': declareDatapoint(loadAudienceSettings),
    },
    POST: {
      'enhanced-measurement-settings': declareDatapoint(setEnhancedMeasurement, EDIT_SCOPES),
      'create-property': declareDatapoint(createProperty, EDIT_SCOPES),
      'create-webdatastream': declareDatapoint(createWebDataStream, EDIT_SCOPES),
      'create-account-ticket': declareDatapoint(createAccountTicket, EDIT_SCOPES),
      'create-custom-dimension': declareDatapoint(createCustomDimension, EDIT_SCOPES),
      'sync-custom-dimensions': declareDatapoint(syncCustomDimensions),
      'custom-dimension-data-available': declareDatapoint(markCustomDimensionData),
      'create-audience': declareDatapoint(createAudience, EDIT_SCOPES),
      'sync-audiences': declareDatapoint(syncAudiences),
      'save-audience-settings': declareDatapoint(saveAudienceSettings),
      'save-resource-data-availability-date': declareDatapoint(saveResourceDate),
      'set-google-tag-id-mismatch': declareDatapoint((call) => storeFlag(call, 'hasMismatchedTag', marks.tagIdMismatch)),
      'set-is-web-data-stream-unavailable': declareDatapoint((call) =>
        storeFlag(call, 'isWebDataStreamUnavailable', marks.streamUnavailable(String(call.settings['webDataStreamID']))),
      ),
    },
  },
  async canAccessEntity(call) {
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
