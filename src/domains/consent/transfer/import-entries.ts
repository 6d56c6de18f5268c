import type { Prisma } from '#db';
import type { Tx } from '#app/core/db/database.ts';
import { cleanText, cleanTextarea } from '#app/core/text/plain-text.ts';
import { sanitizeSlug, appendSuffix } from '#app/core/text/slug.ts';
import { addGroup, changeGroup } from '../configuration/group.service.ts';
import { addLink, pageTypes, type PageType } from '../configuration/link.service.ts';
import { isLinkUrl } from '../configuration/link-url.ts';
import { OWN_SERVICE } from '../configuration/own-service.ts';
import { buildBlockerColumns } from '../configuration/blocker.service.ts';
import { buildServiceColumns } from '../configuration/service.service.ts';
import { isComplete, readEntries, type ImportReport, isObject, toText } from './import-report.ts';

/** Options for importing entries. */
export interface ImportOptions {
  /** ID of the group for services whose group does not exist on this site. */
  fallbackGroupId: number;
  serviceStatus: ImportStatus;
  blockerStatus: ImportStatus;
  skipsKnownServices: boolean;
  skipsKnownBlockers: boolean;
  isLicensed: boolean;
}

/** Status of imported entries. `keep` uses the status in the file. */
export type ImportStatus = 'keep' | 'publish' | 'private' | 'draft';

/** Maximum number of rows per statement. */
const BATCH_SIZE = 100;
/** Number of entries after which the event loop may run other work. */
const ENTRIES_PER_PAUSE = 50;

const yieldToEventLoop = (): Promise<void> => new Promise(setImmediate);

/** Yields the entries and pauses regularly, so that a long file does not block other requests. */
async function* iterateWithPauses<Entry>(entries: Iterable<Entry>): AsyncGenerator<Entry> {
  let n = 0;
  for (const entry of entries) {
    yield entry;
    n += 1;
    if (n % ENTRIES_PER_PAUSE === 0) await yieldToEventLoop();
  }
}

const STATUSES = new Set(['publish', 'private', 'draft']);

interface KnownService {
  id: number;
  groupId: number | null;
}

/** Chooses unique slugs. Keeps track of all taken slugs, including those of this import. */
class SlugAllocator {
  readonly #taken: Set<string>;
  /** Last suffix by slug, so that the search does not start at 1 for every entry with the same name. */
  readonly #lastSuffix = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  take(text: string, fallback: string): string {
    const slug = sanitizeSlug(text) || fallback;
    let candidate = slug;
    let n = this.#lastSuffix.get(slug) ?? 1;
    while (this.#taken.has(candidate)) {
      n += 1;
      candidate = appendSuffix(slug, n);
    }
    this.#lastSuffix.set(slug, n);
    this.#taken.add(candidate);
    return candidate;
  }
}

/** Returns the tier of each available template, by identifier. */
async function loadTiers(tx: Tx, type: 'service' | 'blocker'): Promise<Map<string, string>> {
  const templates = await tx.consentTemplate.findMany({ where: { type, isOutdated: false }, select: { identifier: true, tier: true } });
  return new Map(templates.map(({ identifier, tier }) => [identifier, tier]));
}

/** Returns true if the template of an entry may be used here, or if the entry has none. Otherwise reports an error. */
function checkTemplate(
  meta: Record<string, unknown>,
  title: string,
  tiers: ReadonlyMap<string, string>,
  options: ImportOptions,
  report: ImportReport,
): boolean {
  const preset = toText(meta['presetId']);
  if (preset === '') return true;
  const tier = tiers.get(preset);
  if (tier === undefined)
    report.error(`“${title}” was created from the template ${preset}, which does not exist on this site.`, { fix: 'link' });
  else if (tier === 'pro' && !options.isLicensed)
    report.error(`“${title}” was created from the template ${preset}, which requires a license.`);
  else return true;
  return false;
}

/** Returns the columns that services and blockers have in common, with a free slug. */
function toCommonColumns(entry: Record<string, unknown>, status: ImportStatus, slugs: SlugAllocator, fallback: string) {
  const title = cleanText(toText(entry['post_title']));
  const entryStatus = toText(entry['post_status']);
  return {
    slug: slugs.take(title, fallback),
    title,
    text: cleanTextarea(toText(entry['post_content'])),
    status: status === 'keep' ? (STATUSES.has(entryStatus) ? entryStatus : 'draft') : status,
    meta: isObject(entry['metas']) ? entry['metas'] : {},
  };
}

/** Inserts rows in batches and returns their IDs by slug. */
async function insertInBatches<Row>(
  rows: readonly Row[],
  insert: (batch: Row[]) => Promise<{ id: number; slug: string }[]>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    for (const { id, slug } of await insert(rows.slice(start, start + BATCH_SIZE))) ids.set(slug, id);
  }
  return ids;
}

/** Imports the groups of a file. Existing groups get the name and description in the file. New groups follow the existing ones. */
export async function importGroups(tx: Tx, section: unknown, report: ImportReport): Promise<void> {
  const known = new Map((await tx.serviceGroup.findMany({ select: { id: true, slug: true } })).map(({ id, slug }) => [slug, id]));
  for (const entry of readEntries(section, 'cookieGroups', report) ?? []) {
    if (!isComplete(entry, ['slug', 'name', 'description'], 'cookieGroups', report)) continue;
    const [slug, name, description] = [toText(entry['slug']), toText(entry['name']), toText(entry['description'])];
    const id = known.get(slug);
    if (id !== undefined) {
      await changeGroup(tx, id, { name, description });
      report.info(`The group “${name}” already exists. Its name and description were replaced.`);
    } else {
      const group = await addGroup(tx, { name, description, slug });
      known.set(slug, group.id);
    }
  }
}

/** Imports the services of a file. Returns the IDs of the imported services by their slugs in the file. */
export async function importServices(tx: Tx, section: unknown, options: ImportOptions, report: ImportReport): Promise<Map<string, number>> {
  const imported = new Map<string, number>();
  const entries = readEntries(section, 'cookies', report);
  if (!entries) return imported;
  const groups = new Map((await tx.serviceGroup.findMany({ select: { id: true, slug: true } })).map(({ id, slug }) => [slug, id]));
  const fallback = [...groups.values()].includes(options.fallbackGroupId) ? options.fallbackGroupId : null;
  const existing = await tx.consentService.findMany({ select: { id: true, slug: true, groupId: true } });
  const known = new Map<string, KnownService | null>(existing.map(({ slug, ...service }) => [slug, service]));
  const slugs = new SlugAllocator(known.keys());
  const tiers = await loadTiers(tx, 'service');
  const rows: (Prisma.ConsentServiceCreateManyInput & { slug: string })[] = [];
  // callbacks for messages that need the ID of the inserted service
  const callbacks: ((ids: ReadonlyMap<string, number>) => void)[] = [];

  for await (const entry of iterateWithPauses(entries)) {
    if (!isComplete(entry, ['group', 'metas', 'post_name', 'post_content', 'post_status', 'post_title'], 'cookies', report)) continue;
    const name = toText(entry['post_name']);
    const title = toText(entry['post_title']);
    if (name === OWN_SERVICE) continue;
    if (!checkTemplate(isObject(entry['metas']) ? entry['metas'] : {}, title, tiers, options, report)) continue;
    const original = known.get(name);
    if (original !== undefined && options.skipsKnownServices) {
      report.info(`The service “${title}” already exists.`);
      continue;
    }
    const { slug, text, status, meta, title: cleanTitle } = toCommonColumns(entry, options.serviceStatus, slugs, 'service');
    const ownGroup = groups.get(toText(entry['group']));
    const groupId = ownGroup ?? fallback;
    rows.push({ ...buildServiceColumns(meta), slug, title: cleanTitle, purpose: text, status, groupId, menuOrder: rows.length });
    callbacks.push((ids) => {
      const id = ids.get(slug) ?? 0;
      imported.set(name, id);
      if (original)
        report.warning(`The service “${title}” now exists twice.`, {
          fix: 'cookieDuplicate',
          cookieDuplicate: { original: [original.groupId, original.id], duplicate: [groupId, id] },
        });
      if (ownGroup === undefined)
        report.warning(`The group of the service “${title}” does not exist on this site.`, { fix: 'cookie', cookie: [groupId, id] });
    });
    if (original === undefined) known.set(name, null);
  }
  const insert = (batch: typeof rows) => tx.consentService.createManyAndReturn({ data: batch, select: { id: true, slug: true } });
  const ids = await insertInBatches(rows, insert);
  for (const callback of callbacks) callback(ids);
  return imported;
}

/** Imports the blockers of a file and returns their number. Prefers the `imported` services of the file to others with the same slug. */
export async function importBlockers(
  tx: Tx,
  section: unknown,
  options: ImportOptions,
  imported: ReadonlyMap<string, number>,
  report: ImportReport,
): Promise<number> {
  const entries = readEntries(section, 'blocker', report);
  if (!entries) return 0;
  const services = new Map((await tx.consentService.findMany({ select: { id: true, slug: true } })).map(({ id, slug }) => [slug, id]));
  const existing = await tx.contentBlocker.findMany({ select: { id: true, slug: true } });
  const known = new Map<string, number | null>(existing.map(({ slug, id }) => [slug, id]));
  const slugs = new SlugAllocator(known.keys());
  const tiers = await loadTiers(tx, 'blocker');
  const rows: (Prisma.ContentBlockerCreateManyInput & { slug: string })[] = [];
  const links: { slug: string; serviceIds: number[] }[] = [];
  const callbacks: ((ids: ReadonlyMap<string, number>) => void)[] = [];

  for await (const entry of iterateWithPauses(entries)) {
    if (!isComplete(entry, ['metas', 'post_name', 'post_content', 'post_status', 'post_title'], 'blocker', report)) continue;
    const name = toText(entry['post_name']);
    const title = toText(entry['post_title']);
    if (!checkTemplate(isObject(entry['metas']) ? entry['metas'] : {}, title, tiers, options, report)) continue;
    const original = known.get(name);
    if (original !== undefined && options.skipsKnownBlockers) {
      report.info(`The content blocker “${title}” already exists.`);
      continue;
    }
    const { slug, text, status, meta, title: cleanTitle } = toCommonColumns(entry, options.blockerStatus, slugs, 'blocker');
    const { visualMediaThumbnail, services: required, rules, ...others } = meta;
    const requiredSlugs = (Array.isArray(required) ? required : []).map(toText);
    const requiredIds = requiredSlugs.map((requiredSlug) => imported.get(requiredSlug) ?? services.get(requiredSlug));
    rows.push({ ...buildBlockerColumns({ ...others, rules: parseRules(rules) }), slug, title: cleanTitle, description: text, status });
    links.push({ slug, serviceIds: [...new Set(requiredIds.filter((id) => id !== undefined))] });
    callbacks.push((ids) => {
      const id = ids.get(slug) ?? 0;
      if (typeof original === 'number')
        report.warning(`The content blocker “${title}” now exists twice.`, {
          fix: 'blockerDuplicate',
          blockerDuplicate: { original, duplicate: id },
        });
      if (requiredIds.includes(undefined))
        report.warning(`The content blocker “${title}” requires services that do not exist on this site.`, { fix: 'blocker', blocker: id });
      if (Number(visualMediaThumbnail) > 0)
        report.warning(`The image of the content blocker “${title}” was not imported. Choose an image of this site.`);
    });
    if (original === undefined) known.set(name, null);
  }
  const ids = await insertInBatches(rows, (batch) =>
    tx.contentBlocker.createManyAndReturn({ data: batch, select: { id: true, slug: true } }),
  );
  const linkRows = links.flatMap(({ slug, serviceIds }) =>
    serviceIds.map((serviceId, position) => ({ blockerId: ids.get(slug) ?? 0, serviceId, position })),
  );
  for (let start = 0; start < linkRows.length; start += BATCH_SIZE) {
    await tx.contentBlockerService.createMany({ data: linkRows.slice(start, start + BATCH_SIZE) });
    await yieldToEventLoop();
  }
  for (const callback of callbacks) callback(ids);
  return rows.length;
}

/** Parses rules from a list, or from a string with one rule per line. */
function parseRules(rules: unknown): string[] {
  const lines = Array.isArray(rules) ? rules.map(toText) : toText(rules).split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Position of imported links: after all links that administrators have sorted. */
const LAST_POSITION = 99;

/** Imports the links of a file. Omits the pages of links, because page IDs differ on this site. */
export async function importLinks(tx: Tx, section: unknown, report: ImportReport): Promise<void> {
  const existing = await tx.bannerLink.findMany({ select: { slug: true, pageType: true } });
  const slugs = new Set(existing.map(({ slug }) => slug));
  const types = new Set(existing.map(({ pageType }) => pageType));
  for (const entry of readEntries(section, 'bannerLinks', report) ?? []) {
    if (!isComplete(entry, ['metas', 'post_name', 'post_title'], 'bannerLinks', report)) continue;
    const title = toText(entry['post_title']);
    const slug = toText(entry['post_name']);
    const meta = isObject(entry['metas']) ? entry['metas'] : {};
    const pageType = pageTypes.find((type) => type === meta['pageType']) ?? ('other' satisfies PageType);
    if (slugs.has(slug) || (pageType !== 'other' && types.has(pageType))) {
      report.info(`The link “${title}” already exists.`);
      continue;
    }
    const externalUrl = toText(meta['externalUrl']);
    const flag = (name: string) => (typeof meta[name] === 'boolean' ? meta[name] : undefined);
    const link = await addLink(tx, {
      title,
      slug,
      pageType,
      externalUrl: isLinkUrl(externalUrl) ? externalUrl : '',
      isExternal: flag('isExternalUrl'),
      hidesBanner: flag('hideCookieBanner'),
      opensNewTab: flag('isTargetBlank'),
      menuOrder: LAST_POSITION,
    });
    slugs.add(link.slug);
    types.add(pageType);
    if (externalUrl !== '' && !isLinkUrl(externalUrl))
      report.warning(`The URL of the link “${title}” was not imported. It must start with http:, https: or mailto:.`, {
        fix: 'link',
        link: link.id,
      });
    if (Number(meta['pageId']) > 0)
      report.warning(`The link “${title}” leads to a page of another site. Choose a page of this site.`, { fix: 'link', link: link.id });
  }
}
