import {
  countDataRequests,
  exportDataRequestsCsv,
  deleteDataRequest,
  listDataRequests,
  readDataRequests,
  resolveDataRequest,
} from '#app/domains/compliance/requests/request.list.ts';
import { builder } from '../builder.ts';
import { pageArguments, pageComplexity, selectPage } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import { visibleTo } from '../global-ids.ts';
import { privacyManagers, canManagePrivacy } from './access.ts';
import { DataRequestKindType } from './data-request.ts';
import { lawRegions } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';

const DataRequest = builder.prismaNode('DataRequest', {
  ...visibleTo(({ viewer }) => canManagePrivacy(viewer)),
  description: "A person's request about their personal data.",
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    name: t.exposeString('name', { description: 'Name of the requester.' }),
    email: t.exposeString('email', { description: 'Email address of the requester.' }),
    region: t.exposeString('region', {
      ...oneOf(lawRegions, 'Region whose law applies; null if it is not a region of the site.', {
        old: 'Region whose law applies.',
        otherwise: null,
      }),
    }),
    kind: t.field({ type: DataRequestKindType, description: 'Type of the request.', resolve: ({ kind }) => kind as never }),
    requestedAt: t.expose('requestedAt', { type: 'DateTime', description: 'When the request was received.' }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the request was resolved; null while it is open.',
    }),
  }),
});

const DataRequestStatus = builder.enumType('DataRequestStatus', {
  description: 'Status of the data requests in a list.',
  values: {
    OPEN: { value: 'open', description: 'The request is not resolved yet.' },
    RESOLVED: { value: 'resolved', description: 'The request is resolved.' },
    ALL: { value: 'all', description: 'Open and resolved requests.' },
  } as const,
});

const DataRequestPage = createPageType('DataRequest', DataRequest, 'data requests');
const filterArguments = builder.args((t) => ({
  status: t.field({
    type: DataRequestStatus,
    required: true,
    defaultValue: 'open',
    description: 'Only open, only resolved, or all requests.',
  }),
  search: t.string({ description: 'Part of the name or the email address.' }),
  kind: t.field({ type: DataRequestKindType, description: 'Only requests of this type.' }),
}));

builder.queryFields((t) => ({
  dataRequestPage: t.field({
    type: DataRequestPage,
    description: 'Data requests, newest first by default; for privacy managers.',
    complexity: pageComplexity,
    args: { ...pageArguments, ...filterArguments, oldestFirst: t.arg.boolean({ description: 'Whether the oldest requests come first.' }) },
    ...privacyManagers,
    resolve: (_root, { page, perPage, oldestFirst, ...filters }, { site }) =>
      listDataRequests(site, { ...selectPage({ page, perPage }), ...filters, isOldestFirst: oldestFirst === true }),
  }),
  dataRequests: t.prismaConnection(
    {
      type: DataRequest,
      cursor: 'id',
      description: 'Data requests, newest first; for privacy managers.',
      args: filterArguments,
      ...privacyManagers,
      totalCount: (_root, filters, { site }) => countDataRequests(site, filters),
      resolve: (query, _root, filters, { site }) => readDataRequests(site, filters, query),
    },
    { name: 'DataRequestConnection', description: 'A part of a list of data requests.' },
    { name: 'DataRequestEdge', description: 'An item of a list of data requests.' },
  ),
  dataRequestsCsv: t.field({
    type: 'String',
    description: 'Data requests as CSV, oldest first, at most 10,000; for privacy managers.',
    args: filterArguments,
    ...privacyManagers,
    resolve: (_root, filters, { site }) => exportDataRequestsCsv(site, filters),
  }),
}));

builder.mutationFields((t) => ({
  resolveDataRequest: t.field({
    type: DataRequest,
    description: 'Marks a data request as resolved, or as open again; for privacy managers. Error code `data_request_not_found`.',
    args: {
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
      isResolved: t.arg.boolean({ required: true, defaultValue: true, description: 'False opens the request again.' }),
    },
    ...privacyManagers,
    resolve: (_root, { id, isResolved }, { site }) => resolveDataRequest(site, id, isResolved),
  }),
  deleteDataRequest: t.field({
    type: DataRequest,
    description: 'Deletes a data request and returns it; for privacy managers. Error code `data_request_not_found`.',
    args: { id: t.arg.int({ required: true, description: 'ID in the database.' }) },
    ...privacyManagers,
    resolve: (_root, { id }, { site }) => deleteDataRequest(site, id),
  }),
}));
