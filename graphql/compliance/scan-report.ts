import { processScanReport } from '#app/domains/compliance/scans/scan.result.ts';
import { type StartedScan, startSiteScan } from '#app/domains/compliance/scans/scan.start.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { privacyManagers } from './access.ts';

const SiteScanKind = builder.enumType('SiteScanKind', {
  description: 'Kind of a scan of the site.',
  values: {
    SCAN: { value: 'scan', description: 'A scan for cookies that the site sets.' },
    CHECKS: { value: 'checks', description: 'A check of legal requirements.' },
  } as const,
});

const SiteScanStart = builder.objectRef<StartedScan>('StartedSiteScan').implement({
  description: 'The new scan, which waits for its report.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'ID that the report has to contain.' }),
    secret: t.exposeString('secret', { description: 'Secret that signs the report; only returned here.' }),
    cookieToken: t.exposeString('cookieToken', {
      description: 'Token with which your browser may report cookies for 24 hours (`reportCookies`).',
    }),
  }),
});

builder.mutationFields((t) => ({
  takeScanReport: t.field({
    type: 'String',
    ...legacyOnly(
      'Scanners send their signed reports over REST, because the signature covers the exact body. Start scans with `startSiteScan`.',
    ),
    description: 'Stores the report of a scanner, and returns a message about the result.',
    args: {
      kind: t.arg({ type: SiteScanKind, required: true, description: 'Kind of the scan.' }),
      body: t.arg.string({ description: 'The body of the report, unchanged.' }),
      timestamp: t.arg.string({ description: 'When the report was signed, in milliseconds since 1970.' }),
      signature: t.arg.string({ description: 'HMAC-SHA-256 of timestamp and body.' }),
    },
    ...publicAccess,
    resolve: (_root, { kind, body, timestamp, signature }, { site, client }) =>
      processScanReport(site, { kind, body: body ?? '', userAgent: client.userAgent, timestamp, signature }),
  }),
  startSiteScan: t.field({
    type: SiteScanStart,
    description:
      'Starts a scan of the site; for privacy managers. Error codes: `scan_under_way` while a scan of the same kind runs, `scan_too_soon` for checks within 30 days of the previous ones.',
    args: {
      kind: t.arg({ type: SiteScanKind, required: true, description: 'Kind of the scan.' }),
      isExternal: t.arg.boolean({
        description:
          'True if another scanner sends the report. Otherwise the site scans its own pages, within minutes, while scanning is enabled.',
      }),
    },
    ...privacyManagers,
    resolve: (_root, { kind, isExternal }, { site, viewer }) => startSiteScan(site, viewer.id, { kind, isExternal: isExternal === true }),
  }),
}));

const SiteScanStatus = builder.enumType('SiteScanStatus', {
  description: 'State of a scan.',
  values: {
    PROGRESS: { value: 'progress', description: 'The scan waits for its report.' },
    COMPLETED: { value: 'completed', description: 'The report was received.' },
    FAILED: { value: 'failed', description: 'No report was received, or no page could be loaded.' },
  } as const,
});

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MISSING_ID = '00000000-0000-0000-0000-000000000000';

builder.prismaNode('SiteScan', {
  nullable: true,
  id: { field: 'id' },
  findUnique: (id, { viewer }) => ({ id: viewer.can('manage_privacy') && UUID.test(id) ? id : MISSING_ID }),
  description: 'A scan of the site: for cookies, or for legal requirements.',
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'ID of the scan, which its report contains.' }),
    kind: t.field({ type: SiteScanKind, description: 'Kind of the scan.', resolve: ({ kind }) => kind as 'scan' | 'checks' }),
    status: t.field({ type: SiteScanStatus, description: 'The current status.', resolve: ({ status }) => status as 'progress' }),
    progress: t.exposeInt('progress', { description: 'Progress in percent.' }),
    isExternal: t.exposeBoolean('isExternal', {
      description: 'Whether an external scanner sends the report, instead of the scanner of the site.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the scan started.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When the scan ended; null while it runs.' }),
    result: t.expose('result', { type: 'JSON', nullable: true, description: 'Report of the scanner; null until it is received.' }),
    detections: t.expose('detections', {
      type: 'JSON',
      nullable: true,
      description: 'Findings of a check of legal requirements, each with name, type, priority and arguments; null for other scans.',
    }),
  }),
});

builder.queryField('siteScans', (t) =>
  t.prismaConnection(
    {
      type: 'SiteScan',
      cursor: 'id',
      ...privacyManagers,
      description: 'Scans of the site, newest first; for privacy managers.',
      totalCount: (_root, _args, { site }) => site.db.prisma.siteScan.count(),
      resolve: (query, _root, _args, { site }) =>
        site.db.prisma.siteScan.findMany({ ...query, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }),
    },
    { name: 'SiteScanConnection', description: 'A part of a list of scans of the site.' },
    { name: 'SiteScanEdge', description: 'An item of a list of scans of the site.' },
  ),
);
