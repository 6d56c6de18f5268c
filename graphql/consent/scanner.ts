import { formatIsoLocal } from '#app/core/time/zone.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import { queueScan } from '#app/domains/consent/scanner/queue.service.ts';
import {
  listBlockingRules,
  type ExternalHost,
  listExternalHosts,
  ignoreResult,
  listFindings,
  getMarkup,
} from '#app/domains/consent/scanner/results.service.ts';
import { matchesAny } from '#app/domains/consent/scanner/matches-any.ts';
import { type ScannedPage, scanPage } from '#app/domains/consent/scanner/scan.service.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { cachePerRequest } from '../per-request.ts';
import { consentManagers } from './access.ts';
import { stringListInput } from '../public/public-mapping.ts';
import { payload } from '../public/payload.ts';

/** A host that pages load content from and that matches no template. */
export const ScannedHost = builder.objectRef<ExternalHost>('ScannedHost').implement({
  description: 'An external host from which pages load content, and for which no template exists.',
  fields: (t) => ({
    host: t.exposeString('host', { description: 'Name of the host, without `www.`.' }),
    foundCount: t.exposeInt('foundCount', { description: 'Number of times that scans found the host.' }),
    pageCount: t.exposeInt('foundOnSitesCount', { description: 'Number of pages that load content from the host.' }),
    blockedCount: t.exposeInt('blockedCount', { description: 'Number of findings for the host that a content blocker blocks.' }),
    isIgnored: t.exposeBoolean('isIgnored', { description: 'Whether the scanner ignores the host.' }),
    lastScannedAt: t.expose('lastScanned', { type: 'DateTime', description: 'When a scan last found the host.' }),
    lastScannedLocal: t.string({
      ...legacy({ use: 'lastScannedAt' }),
      description: '`lastScannedAt` with the UTC offset of the site’s time zone.',
      resolve: ({ lastScanned }, _args, { site }) => formatIsoLocal(lastScanned, getSiteZone(site)),
    }),
    tags: t.exposeStringList('tags', { description: 'Names of the HTML elements that load content from the host.' }),
  }),
});

const loadRulesOncePerRequest = cachePerRequest(({ site }) => listBlockingRules(site));

/** GraphQL type of the model `ScanEntry`. */
const FindingRow = builder.prismaObject('ScanEntry', {
  name: 'ScanFinding',
  description: 'Something that a page loads from another site.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    url: t.exposeString('blockedUrl', { nullable: true, description: 'URL of the resource; null if it has none.' }),
    hasMarkup: t.boolean({ description: 'Whether the HTML of the finding is stored.', resolve: ({ markupHash }) => markupHash !== '' }),
    pageUrl: t.exposeString('sourceUrl', { description: 'URL of the page that loads the resource.' }),
    isBlocked: t.boolean({
      description: 'Whether a content blocker blocks the resource.',
      resolve: async ({ blockedUrl }, _args, context) =>
        blockedUrl !== null && matchesAny(await loadRulesOncePerRequest(context), blockedUrl),
    }),
    lastScannedAt: t.expose('created', { type: 'DateTime', description: 'When a scan last found the resource.' }),
    lastScannedLocal: t.string({
      ...legacy({ use: 'lastScannedAt' }),
      description: '`lastScannedAt` with the UTC offset of the site’s time zone.',
      resolve: ({ created }, _args, { site }) => formatIsoLocal(created, getSiteZone(site)),
    }),
    tag: t.exposeString('tag', { description: 'Name of the HTML element that loads the resource.' }),
  }),
});

/** GraphQL type of the model `ScanMarkup`. */
const Markup = builder.prismaObject('ScanMarkup', {
  name: 'ScannedMarkup',
  description: 'HTML that a scan found.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID of the finding.' }),
    tag: t.exposeString('tag', { description: 'Name of the element.' }),
    mimeType: t.exposeString('mime', { description: 'MIME type of the element, such as `text/javascript`.' }),
    markup: t.exposeString('markup', { description: 'The HTML as it was found. It is not sanitized: do not insert it into a page.' }),
    markupHash: t.exposeString('markupHash', { description: 'SHA-256 of the HTML.' }),
  }),
});

const Page = builder.objectRef<ScannedPage>('ScannedPage').implement({
  description: 'A page of the site, as a visitor who is not signed in sees it.',
  fields: (t) => ({
    status: t.exposeInt('status', { description: 'HTTP status of the response.' }),
    statusText: t.exposeString('statusText', { description: 'Text of the HTTP status, such as `Not Found`.' }),
    isOk: t.exposeBoolean('isOk', { description: 'Whether the status is a success.' }),
    headers: t.expose('headers', { type: 'JSON', description: 'Headers of the page by name, in lower case.' }),
    isRedirect: t.boolean({ description: 'Whether the page redirects.', resolve: ({ location }) => location !== null }),
    location: t.exposeString('location', { nullable: true, description: 'URL to which the page redirects; null if it does not redirect.' }),
    body: t.string({ description: 'Body of the page, as Base64.', resolve: ({ content }) => content.toString('base64') }),
  }),
});

const ResultType = builder.enumType('ScanResultType', {
  description: 'Type of the results of a scan.',
  values: {
    TEMPLATE: { value: 'template', description: 'A service or blocker template that the scan recognized on the site.' },
    HOST: { value: 'host', description: 'An external host from which the site loads content.' },
  } as const,
});

builder.queryFields((t) => ({
  scannedHosts: t.field({
    type: [ScannedHost],
    ...consentManagers,
    description:
      'External hosts from which pages of the site load content, and for which no template exists, sorted by name. For users who manage the consent banner.',
    resolve: (_root, _args, { site }) => listExternalHosts(site),
  }),
  scanFindings: t.prismaField({
    type: [FindingRow],
    ...consentManagers,
    description:
      'Findings of scans for a template, or for a host without a template. Pass either `host` or `template`. For users who manage the consent banner.',
    args: {
      host: t.arg.string({ description: 'Name of the host; `_` stands for a dot.' }),
      template: t.arg.string({ description: 'Name of the template, if `host` is absent.' }),
    },
    resolve: (query, _root, { host, template }, { site }) =>
      listFindings(
        site,
        typeof host === 'string' ? { preset: '', blockedHost: host.replaceAll('_', '.') } : { preset: template ?? '' },
        query,
      ),
  }),
  scannedMarkup: t.field({
    type: Markup,
    ...consentManagers,
    description: 'The HTML of a finding; for users who manage the consent banner.',
    args: { id: t.arg.int({ required: true, description: 'ID of the finding.' }) },
    resolve: (_root, { id }, { site }) => getMarkup(site, id),
  }),
}));

builder.mutationFields((t) => ({
  queueConsentScan: t.int({
    ...payload('count', 'Number of pages that were added to the queue.'),
    ...consentManagers,
    description: 'Adds pages of this site to the queue of the scanner and returns their number; for users who manage the consent banner.',
    args: {
      urls: t.arg({
        type: 'JSON',
        ...stringListInput(
          'URLs of the pages; by default the home page and every published page, post, event, venue and organizer, at most 1,000 URLs.',
          'URLs of the pages, as a list of strings.',
        ),
      }),
      isWholeSite: t.arg.boolean({
        description: 'Whether `urls` contains all pages of the site, so that results for other pages are deleted.',
      }),
    },
    resolve: (_root, { urls, isWholeSite }, { site }) => queueScan(site, urls, isWholeSite === true),
  }),
  scanPage: t.field({
    type: Page,
    ...consentManagers,
    description:
      'Fetches a page for a job of the scanner, records what the page loads from other sites, and marks the job as done; for users who manage the consent banner.',
    args: {
      url: t.arg.string({ required: true, description: 'URL of the page.' }),
      jobId: t.arg.int({ required: true, description: 'ID of the job.' }),
    },
    resolve: (_root, { url, jobId }, { site }) => scanPage(site, url, jobId),
  }),
  ignoreScanResult: t.boolean({
    ...payload('isNoted', 'True once the decision is stored.'),
    ...consentManagers,
    description: 'Makes the scanner ignore a result, or report it again; for users who manage the consent banner.',
    args: {
      type: t.arg({ type: ResultType, required: true, description: 'Type of the result.' }),
      value: t.arg.string({ required: true, description: 'Template or host of the result.' }),
      isIgnored: t.arg.boolean({ required: true, description: 'Whether the result is ignored.' }),
    },
    resolve: async (_root, { type, value, isIgnored }, { site }) => {
      await ignoreResult(site, type, value, isIgnored);
      return true;
    },
  }),
}));
