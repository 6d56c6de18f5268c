import { STATUS_CODES } from 'node:http';
import { now } from '#app/core/time/clock.ts';
import type { GuardedResponse } from '#app/core/outgoing/fetch-guarded.ts';
import { OutgoingError } from '#app/core/outgoing/outgoing-error.ts';
import { fetchOwnPage, isHtmlPage } from '#app/core/scanner/own-page.ts';
import { findJob, finishJob } from '#app/domains/queue/job.service.ts';
import type { Site } from '#app/site.ts';
import { scanUrlInvalid, scanFailed, scanHostForeign, scanJobNotFound } from '../failures.ts';
import { hashSha256 } from '../revision/calculated-revisions.ts';
import { listTemplates } from '../templates/template.service.ts';
import { type FoundResource, findForeignResources, getHost } from '#app/core/scanner/foreign-resources.ts';
import { SCAN_JOB } from './queue.service.ts';
import { matchesAny } from './matches-any.ts';

/** A page as an anonymous visitor receives it. */
export interface ScannedPage {
  status: number;
  statusText: string;
  isOk: boolean;
  headers: Readonly<Record<string, string>>;
  /** Value of the `Location` header. Null if the response is no redirect. */
  location: string | null;
  content: Buffer;
}

/** Maximum number of stored resources per page. */
const MAX_STORED = 2_000;

async function fetchPage(site: Site, url: string): Promise<GuardedResponse> {
  try {
    return await fetchOwnPage(site, url);
  } catch (error) {
    if (error instanceof OutgoingError) throw scanFailed();
    throw error;
  }
}

/** Returns the rules of the blocker templates that this site may use. */
async function listBlockerRules(site: Site): Promise<{ identifier: string; rules: readonly string[] }[]> {
  const siteTemplates = await listTemplates(site, 'blocker');
  return siteTemplates
    .filter(({ isDisabled }) => !isDisabled)
    .map(({ identifier, json }) => ({ identifier, rules: (json as { rules?: string[] }).rules ?? [] }));
}

/** Replaces the earlier findings of a page with its external resources. */
async function storeFindings(site: Site, pageUrl: string, resources: readonly FoundResource[]): Promise<void> {
  const templates = await listBlockerRules(site);
  const created = now();
  const sourceUrlHash = hashSha256(pageUrl);
  const storedResources = resources.slice(0, MAX_STORED);
  const entries = storedResources.flatMap(({ tag, url, markup }) => {
    const presets = templates.filter(({ rules }) => matchesAny(rules, url)).map(({ identifier }) => identifier);
    const shared = {
      blockedUrl: url,
      blockedHost: getHost(url),
      blockedUrlHash: hashSha256(url),
      markupHash: hashSha256(markup),
      tag,
      sourceUrl: pageUrl,
      sourceUrlHash,
      created,
    };
    return (presets.length > 0 ? presets : ['']).map((preset) => ({ ...shared, preset }));
  });
  const markups = [...new Map(storedResources.map(({ markup }) => [hashSha256(markup), markup])).entries()].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  await site.db.transaction(async (tx) => {
    await tx.scanEntry.deleteMany({ where: { sourceUrlHash } });
    await tx.scanMarkup.createMany({ data: markups.map(([markupHash, markup]) => ({ markupHash, markup })), skipDuplicates: true });
    await tx.scanEntry.createMany({ data: entries, skipDuplicates: true });
  });
}

/**
 * Fetches a URL of the site as an anonymous visitor for a job of the scanner (docs/behaviour/consent-queue-product.md 4). If the response is a page,
 * stores its external resources and finishes the job. Throws `scan_job_not_found`, `scan_address_invalid`, `scan_host_foreign`, `scan_failed`.
 */
export async function scanPage(site: Site, url: string, jobId: number): Promise<ScannedPage> {
  const job = await findJob(site, SCAN_JOB, jobId);
  const data = job?.data as { url?: unknown; isLoopback?: unknown } | undefined;
  if (!job || data?.isLoopback !== true) throw scanJobNotFound();
  const target = URL.parse(url);
  if (!target || target.host === '') throw scanUrlInvalid();
  if (target.host !== URL.parse(String(data.url))?.host) throw scanHostForeign();
  const { status, headers, content } = await fetchPage(site, url);
  const isOk = status >= 200 && status < 300;
  if (isHtmlPage({ status, headers })) {
    await storeFindings(site, url, findForeignResources(content.toString('utf8'), url));
    await finishJob(site, job.id);
  }
  return { status, statusText: STATUS_CODES[status] ?? '', isOk, headers, location: headers['location'] ?? null, content };
}
