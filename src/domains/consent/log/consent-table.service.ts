import { LRUCache } from 'lru-cache';
import { formatTsvLine } from '#app/core/text/csv.ts';
import { formatIsoLocal } from '#app/core/time/zone.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';
import { selectionMissing, noConsentsFound } from '../failures.ts';
import { getDayEnd, getDayStart } from './days.ts';
import { type ConsentSelection, iterateNewestFirst, type StoredEntry } from './read-entries.ts';

type Cell = string | number | boolean | null;

/**
 * Returns the cells of a consent by column (docs/behaviour/consent-queue-product.md 5.2). Spreadsheets and older clients expect these column names.
 */
function buildCells(
  entry: StoredEntry,
  formatTime: (iso: string) => string,
  revisions: { dependent: string; independent: string },
): Record<string, Cell> {
  const toJson = (value: readonly string[] | null) => (value === null ? null : JSON.stringify(value));
  return {
    id: entry.id,
    plugin_version: entry.pluginVersion,
    design_version: entry.designVersion,
    ipv4: entry.ipv4,
    ipv6: entry.ipv6,
    ipv4_hash: entry.ipv4Hash,
    ipv6_hash: entry.ipv6Hash,
    uuid: entry.uuid,
    previous_decision: entry.previousDecision,
    decision: entry.decision,
    created: formatTime(entry.created),
    created_client_time: entry.createdClientTime === null ? false : formatTime(entry.createdClientTime),
    blocker: entry.blockerId,
    blocker_thumbnail: null,
    dnt: entry.dnt,
    custom_bypass: entry.customBypass,
    user_country: entry.userCountry,
    button_clicked: entry.buttonClicked,
    context: entry.context,
    viewport_width: entry.viewportWidth,
    viewport_height: entry.viewportHeight,
    referer: entry.referer,
    url_imprint: entry.urlImprint,
    url_privacy_policy: entry.urlPrivacyPolicy,
    forwarded: null,
    forwarded_blocker: false,
    previous_tcf_string: entry.previousTcfString,
    tcf_string: entry.tcfString,
    previous_gcm_consent: toJson(entry.previousGcmConsent),
    gcm_consent: toJson(entry.gcmConsent),
    recorder: entry.recorder,
    ui_view: entry.uiView,
    revision: revisions.dependent,
    revision_independent: revisions.independent,
    revision_hash: entry.revision,
    revision_independent_hash: entry.revisionIndependent,
  };
}

const formatLine = (cells: readonly Cell[]): string =>
  formatTsvLine(cells.map((cell) => (cell === true ? '1' : cell === false ? '' : cell)));

/**
 * Returns the selection: one consent by its UUID, or all consents from the first to the last day (YYYY-MM-DD, inclusive, in the site's time zone).
 * Throws `consents_not_chosen` if neither the UUID nor both days are given.
 */
export function selectConsents(
  site: Site,
  { uuid, from, to }: { uuid?: string | null; from?: string | null; to?: string | null },
): ConsentSelection {
  if (uuid) return { uuid };
  if (!from || !to) throw selectionMissing();
  return { from: getDayStart(site, from), before: getDayEnd(site, to) };
}

/** Adds the JSON of the entries' revisions to the cache. */
async function loadRevisionJson(site: Site, revisionJson: LRUCache<string, string>, entries: readonly StoredEntry[]): Promise<void> {
  const hashes = entries.flatMap(({ revision, revisionIndependent }) => [revision, revisionIndependent]);
  const missing = [...new Set(hashes)].filter((hash) => !revisionJson.has(hash));
  if (missing.length === 0) return;
  const rows = await site.db.prisma.consentRevision.findMany({ where: { hash: { in: missing } }, select: { hash: true, json: true } });
  for (const { hash, json } of rows) revisionJson.set(hash, json);
}

/** Streams the selected consents as tab-separated values, newest first. Throws `no_consents_found` before the first line. */
export async function streamConsentTable(site: Site, selection: ConsentSelection): Promise<AsyncIterable<string>> {
  const batches = iterateNewestFirst(site, selection);
  const firstBatch = await batches.next();
  if (firstBatch.done) throw noConsentsFound();
  const zone = getSiteZone(site);
  const formatTime = (iso: string) => formatIsoLocal(new Date(iso), zone);
  const revisionJson = new LRUCache<string, string>({ max: 500 });
  async function* iterateLines(): AsyncGenerator<string> {
    let isFirst = true;
    for (let batch: StoredEntry[] | undefined = firstBatch.value; batch; batch = (await batches.next()).value) {
      await loadRevisionJson(site, revisionJson, batch);
      let part = '';
      for (const entry of batch) {
        const revisions = {
          dependent: revisionJson.get(entry.revision) ?? '',
          independent: revisionJson.get(entry.revisionIndependent) ?? '',
        };
        const cells = buildCells(entry, formatTime, revisions);
        // spreadsheets detect UTF-8 by the byte order mark
        if (isFirst) part += `\ufeff${formatLine(Object.keys(cells))}`;
        isFirst = false;
        part += formatLine(Object.values(cells));
      }
      yield part;
    }
  }
  return iterateLines();
}
