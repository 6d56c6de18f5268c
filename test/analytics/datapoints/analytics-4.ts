import { expect } from 'vitest';
import type { DatapointRow } from './row.ts';

const P = '/v1beta/properties/12';
const A = '/v1alpha/properties/12';
const property = { name: 'properties/12', parent: 'accounts/7', displayName: 'Site', propertyType: 'PROPERTY_TYPE_ORDINARY' };
const shownProperty = { ...property, _id: '12', _accountID: '7' };
const webStream = {
  name: 'properties/12/dataStreams/34',
  type: 'WEB_DATA_STREAM',
  displayName: 'Web',
  webStreamData: { measurementId: 'G-ABC', defaultUri: 'http://site.test/' },
};
const appStream = { name: 'properties/12/dataStreams/35', type: 'ANDROID_APP_DATA_STREAM' };
const shownStream = { ...webStream, _id: '34', _propertyID: '12' };
const enhancedMeasurement = { name: 'properties/12/dataStreams/34/enhancedMeasurementSettings', streamEnabled: true };
const stream = { propertyID: '12', webDataStreamID: '34' };
const container = { accountId: '1', containerId: '2', tagIds: ['G-OTHER', 'G-ABC', 'AW-1'] };
const LOOKUP = 'GET /tagmanager/v2/accounts/containers:lookup';
const dimension = { name: 'properties/12/customDimensions/1', parameterName: 'siteanalytics_post_type', scope: 'EVENT' };
const eventFilter = (name: string) => [
  { andFilterGroup: { filterExpressions: [{ dimensionOrMetricFilter: { stringFilter: { value: name } } }] } },
];
const audiences = [
  { name: 'properties/12/audiences/3', displayName: 'All Users', description: 'All users' },
  {
    name: 'properties/12/audiences/2',
    displayName: 'New visitors',
    description: 'First time',
    filterClauses: [{ clauseType: 'INCLUDE', simpleFilter: { filterExpression: eventFilter('created_by_siteanalytics:new_visitors') } }],
  },
  { name: 'properties/12/audiences/1', displayName: 'Mine', description: '', filterClauses: [] },
];
const settings = { propertyID: '12', accountID: '7' };

/** Datapoints of Analytics accounts, properties and streams (docs/behaviour/analytics.md 6.5). */
export const analytics4: DatapointRow[] = [
  {
    datapoint: 'GET accounts',
    provider: { 'GET /v1beta/accounts': { accounts: [{ name: 'accounts/7', displayName: 'Ours' }] } },
    response: [{ name: 'accounts/7', displayName: 'Ours', _id: '7' }],
  },
  {
    datapoint: 'GET account-summaries',
    parameters: { pageToken: 'next' },
    provider: { 'GET /v1beta/accountSummaries': { accountSummaries: [{ account: 'accounts/7' }], nextPageToken: 'more' } },
    query: { pageSize: '200', pageToken: 'next' },
    response: { accountSummaries: [{ account: 'accounts/7' }], nextPageToken: 'more' },
  },
  {
    datapoint: 'GET properties',
    parameters: { accountID: '7' },
    provider: { 'GET /v1beta/properties': { properties: [property, { ...property, name: 'properties/13', displayName: 'another' }] } },
    query: { filter: 'parent:accounts/7', pageSize: '200' },
    response: [{ ...property, name: 'properties/13', displayName: 'another', _id: '13', _accountID: '7' }, shownProperty],
  },
  { datapoint: 'GET property', parameters: { propertyID: '12' }, provider: { [`GET ${P}`]: property }, response: shownProperty },
  {
    datapoint: 'GET webdatastreams',
    parameters: { propertyID: 12 },
    provider: { [`GET ${P}/dataStreams`]: { dataStreams: [appStream, webStream] } },
    response: [shownStream],
  },
  {
    datapoint: 'GET webdatastreams-batch',
    title: 'skips a property that refuses access',
    parameters: { propertyIDs: '12,99' },
    provider: { [`GET ${P}/dataStreams`]: { dataStreams: [webStream] } },
    response: { 12: [shownStream] },
  },
  {
    datapoint: 'GET has-property-access',
    parameters: { propertyID: '12' },
    provider: { [`POST ${P}:runReport`]: { rowCount: 0, kind: 'analyticsData#runReport' } },
    body: { dateRanges: [{ startDate: '2026-10-23', endDate: '2026-11-19' }], metrics: [{ name: 'sessions' }], limit: '0' },
    response: { rowCount: 0, kind: 'analyticsData#runReport' },
  },
  {
    datapoint: 'GET ads-links',
    parameters: { propertyID: '12' },
    provider: { [`GET ${P}/googleAdsLinks`]: { googleAdsLinks: [{ name: 'properties/12/googleAdsLinks/1', customerId: '5' }] } },
    response: [{ name: 'properties/12/googleAdsLinks/1', customerId: '5' }],
  },
  {
    datapoint: 'GET adsense-links',
    parameters: { propertyID: '12' },
    provider: { [`GET ${A}/adSenseLinks`]: { adsenseLinks: [{ adClientCode: 'ca-pub-1' }] } },
    response: [{ adClientCode: 'ca-pub-1' }],
  },
  {
    datapoint: 'GET key-events',
    settings,
    provider: { [`GET ${P}/keyEvents`]: { keyEvents: [{ eventName: 'purchase' }] } },
    response: [{ eventName: 'purchase' }],
  },
  {
    datapoint: 'GET enhanced-measurement-settings',
    parameters: stream,
    provider: { [`GET ${A}/dataStreams/34/enhancedMeasurementSettings`]: enhancedMeasurement },
    response: enhancedMeasurement,
  },
  {
    datapoint: 'POST enhanced-measurement-settings',
    parameters: { ...stream, enhancedMeasurementSettings: { streamEnabled: true } },
    provider: { [`PATCH ${A}/dataStreams/34/enhancedMeasurementSettings`]: enhancedMeasurement },
    query: { updateMask: 'streamEnabled' },
    body: { streamEnabled: true },
    response: enhancedMeasurement,
  },
  {
    datapoint: 'GET container-lookup',
    parameters: { destinationID: 'G-ABC' },
    provider: { [LOOKUP]: container },
    query: { destinationId: 'G-ABC' },
    response: container,
  },
  {
    datapoint: 'GET google-tag-settings',
    parameters: { measurementID: 'G-ABC' },
    provider: { [LOOKUP]: container },
    response: { googleTagAccountID: '1', googleTagContainerID: '2', googleTagID: 'G-ABC' },
  },
  {
    datapoint: 'GET google-tag-settings',
    title: 'prefers the tag of the property',
    parameters: { measurementID: 'G-ABC' },
    provider: { [LOOKUP]: { ...container, tagIds: ['G-ABC', 'GT-1'] } },
    response: { googleTagAccountID: '1', googleTagContainerID: '2', googleTagID: 'GT-1' },
  },
  {
    datapoint: 'GET google-tag-settings',
    title: 'falls back to the first stream, then to the first tag',
    parameters: { measurementID: 'G-NONE' },
    provider: { [LOOKUP]: { ...container, tagIds: ['AW-1', 'G-2'] } },
    response: { googleTagAccountID: '1', googleTagContainerID: '2', googleTagID: 'G-2' },
  },
  {
    datapoint: 'GET container-destinations',
    parameters: { accountID: '1', containerID: '2' },
    provider: { 'GET /tagmanager/v2/accounts/1/containers/2/destinations': { destination: [{ destinationId: 'AW-1' }] } },
    response: [{ destinationId: 'AW-1' }],
  },
  {
    datapoint: 'POST create-property',
    parameters: { accountID: '7' },
    provider: { 'POST /v1beta/properties': property },
    body: { parent: 'accounts/7', displayName: 'site.test', timeZone: 'UTC' },
    response: shownProperty,
  },
  {
    datapoint: 'POST create-webdatastream',
    parameters: { propertyID: '12', displayName: 'Web' },
    provider: { [`POST ${P}/dataStreams`]: webStream },
    body: { displayName: 'Web', type: 'WEB_DATA_STREAM', webStreamData: { defaultUri: 'http://site.test/' } },
    response: shownStream,
  },
  {
    datapoint: 'POST create-account-ticket',
    parameters: { displayName: 'A', regionCode: 'DE', propertyName: 'P', dataStreamName: 'S', timezone: 'Europe/Berlin' },
    provider: { 'POST /v1beta/accounts:provisionAccountTicket': { accountTicketId: 'ticket-1' } },
    body: {
      site_id: 'client-1',
      site_secret: 'secret-1',
      account: { displayName: 'A', regionCode: 'DE' },
      redirectUri: 'http://site.test/',
    },
    response: { accountTicketId: 'ticket-1' },
  },
  {
    datapoint: 'POST create-custom-dimension',
    parameters: { propertyID: '12', customDimension: { parameterName: 'siteanalytics_post_type', displayName: 'Kind' } },
    provider: { [`POST ${P}/customDimensions`]: dimension },
    body: { parameterName: 'siteanalytics_post_type', displayName: 'Kind', scope: 'EVENT' },
    response: dimension,
  },
  {
    datapoint: 'POST sync-custom-dimensions',
    settings,
    provider: { [`GET ${P}/customDimensions`]: { customDimensions: [dimension, { parameterName: 'other' }] } },
    response: ['siteanalytics_post_type'],
  },
  {
    datapoint: 'POST custom-dimension-data-available',
    parameters: { customDimension: 'siteanalytics_post_date' },
    response: true,
  },
  {
    datapoint: 'POST create-audience',
    settings,
    parameters: { audience: { displayName: 'Mine', description: 'D', membershipDurationDays: 30, filterClauses: [] } },
    provider: { [`POST ${A}/audiences`]: audiences[2] },
    body: { displayName: 'Mine', description: 'D', membershipDurationDays: 30, filterClauses: [] },
    response: audiences[2],
  },
  {
    datapoint: 'POST sync-audiences',
    settings,
    provider: { [`GET ${A}/audiences`]: { audiences } },
    response: [
      { name: audiences[2]?.name, displayName: 'Mine', description: '', audienceType: 'USER_AUDIENCE', audienceSlug: '' },
      {
        name: audiences[1]?.name,
        displayName: 'New visitors',
        description: 'First time',
        audienceType: 'SITE_KIT_AUDIENCE',
        audienceSlug: 'new-visitors',
      },
      {
        name: audiences[0]?.name,
        displayName: 'All visitors',
        description: 'All users',
        audienceType: 'DEFAULT_AUDIENCE',
        audienceSlug: 'all-users',
      },
    ],
  },
  {
    datapoint: 'POST save-resource-data-availability-date',
    title: 'for a synchronized audience',
    settings,
    parameters: { resourceType: 'audience', resourceSlug: 'properties/12/audiences/2', date: 20_261_101 },
    response: true,
  },
  {
    datapoint: 'POST save-resource-data-availability-date',
    title: 'for the property',
    settings,
    parameters: { resourceType: 'property', resourceSlug: '12', date: 20_240_229 },
    response: true,
  },
  {
    datapoint: 'POST save-audience-settings',
    parameters: { settings: { audienceSegmentationSetupCompletedBy: 1 } },
    response: {
      availableAudiences: [expect.anything(), expect.anything(), expect.anything()],
      availableAudiencesLastSyncedAt: Date.parse('2026-11-20T08:17:27Z') / 1000,
      audienceSegmentationSetupCompletedBy: 1,
    },
  },
  {
    datapoint: 'GET audience-settings',
    title: 'reset with another property',
    settings: { propertyID: '13' },
    response: { availableAudiences: null, availableAudiencesLastSyncedAt: 0, audienceSegmentationSetupCompletedBy: null },
  },
  { datapoint: 'POST set-google-tag-id-mismatch', parameters: { hasMismatchedTag: true }, response: true },
  { datapoint: 'POST set-google-tag-id-mismatch', title: 'cleared', parameters: { hasMismatchedTag: false }, response: false },
  { datapoint: 'POST set-is-web-data-stream-unavailable', parameters: { isWebDataStreamUnavailable: true }, response: true },
];
