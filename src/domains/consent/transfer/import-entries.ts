import type { Prisma } from '#db';
import type { Tx } from '#app/core/db/database.ts';
import { cleanText, cleanTextarea } from '#app/core/text/plain-text.ts';
import { sanitizeSlug, suffixed } from '#app/core/text/slug.ts';
import { addGroup, changeGroup } from '../configuration/group.service.ts';
import { addLink, pageTypes, type PageType } from '../configuration/link.service.ts';
import { ownService } from '../configuration/own-service.ts';
import { blockerColumns } from '../configuration/blocker.service.ts';
import { serviceColumns } from '../configuration/service.service.ts';
import { complete, entriesOf, type ImportReport, isObject, textOf } from './messages.ts';

/** Options for importing entries. */
export interface ImportOptions {
  /** Group for services whose own group does not exist. */
  fallbackGroupId: number;
  serviceStatus: ImportStatus;
  blockerStatus: ImportStatus;
  skipsKnownServices: boolean;
  skipsKnownBlockers: boolean;
  isLicensed: boolean;
}

/** `keep` uses the status in the file. */
export type ImportStatus = 'keep' | 'publish' | 'private' | 'draft';

/** Rows per statement. */
const BATCH = 100;
/** Number of entries after which the event loop may run other work. */
const TURN = 50;

const othersTurn = (): Promise<void> => new Promise(setImmediate);

/** Yields the entries of a section. Pauses regularly, so that a long file does not block other requests. */
async function* inTurns<Entry>(entries: Iterable<Entry>): AsyncGenerator<Entry> {
  let n = 0;
  for (const entry of entries) {
    yield entry;
    n += 1;
    if (n % TURN === 0) await othersTurn();
  }
}

const statuses = new Set(['publish', 'private', 'draft']);

/** A service or blocker to write. */
interface Pending {
  name: string;
  slug: string;
  title: string;
  text: string;
  status: string;
  metas: Record<string, unknown>;
}

interface Known {
  id: number;
  groupId: number | null;
}

/** Taken slugs, including those of this import. */
class Slugs {
  readonly #taken: Set<string>;
  /** Last suffix by slug, so that many entries with one name do not start at 1 again. */
  readonly #last = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  take(text: string, fallback: string): string {
    const slug = sanitizeSlug(text) || fallback;
    let free = slug;
    let n = this.#last.get(slug) ?? 1;
    while (this.#taken.has(free)) {
      n += 1;
      free = suffixed(slug, n);
    }
    this.#last.set(slug, n);
    this.#taken.add(free);
    return free;
  }
}

/** Returns the available templates with their tiers. */
async function tiersOf(tx: Tx, type: 'service' | 'blocker'): Promise<Map<string, string>> {
  const templates = await tx.consentTemplate.findMany({ where: { type, isOutdated: false }, select: { identifier: true, tier: true } });
  return new Map(templates.map(({ identifier, tier }) => [identifier, tier]));
}

function hasUsablePreset(
  metas: Record<string, unknown>,
  title: string,
  tiers: ReadonlyMap<string, string>,
  options: ImportOptions,
  report: ImportReport,
): boolean {
  const preset = textOf(metas['presetId']);
  if (preset === '') return true;
  const tier = tiers.get(preset);
  if (tier === undefined) report.error(`“${title}” was made from the template ${preset}, which is not here.`, { fix: 'link' });
  else if (tier === 'pro' && !options.isLicensed) report.error(`“${title}” was made from the template ${preset}, which needs a license.`);
  else return true;
  return false;
}

function pendingOf(entry: Record<string, unknown>, status: ImportStatus, slugs: Slugs, fallback: string): Pending {
  const title = cleanText(textOf(entry['post_title']));
  const own = textOf(entry['post_status']);
  return {
    name: textOf(entry['post_name']),
    slug: slugs.take(title, fallback),
    title,
    text: cleanTextarea(textOf(entry['post_content'])),
    status: status === 'keep' ? (statuses.has(own) ? own : 'draft') : status,
    metas: isObject(entry['metas']) ? entry['metas'] : {},
  };
}

/** Writes rows in batches. Returns their IDs by slug. */
async function inBatches<Row>(
  rows: readonly Row[],
  write: (part: Row[]) => Promise<{ id: number; slug: string }[]>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (let at = 0; at < rows.length; at += BATCH) {
    for (const { id, slug } of await write(rows.slice(at, at + BATCH))) ids.set(slug, id);
  }
  return ids;
}

/** Imports the groups of a file. Known ones get the name and description in the file, new ones follow the present ones. */
export async function importGroups(tx: Tx, section: unknown, report: ImportReport): Promise<void> {
  const known = new Map((await tx.serviceGroup.findMany({ select: { id: true, slug: true } })).map(({ id, slug }) => [slug, id]));
  for (const entry of entriesOf(section, 'cookieGroups', report) ?? []) {
    if (!complete(entry, ['slug', 'name', 'description'], 'cookieGroups', report)) continue;
    const [slug, name, description] = [textOf(entry['slug']), textOf(entry['name']), textOf(entry['description'])];
    const id = known.get(slug);
    if (id !== undefined) {
      await changeGroup(tx, id, { name, description });
      report.info(`The group “${name}” is here already: its name and description were taken.`);
    } else {
      const group = await addGroup(tx, { name, description, slug });
      known.set(slug, group.id);
    }
  }
}

/** Imports the services of a file. Returns the IDs of present services by their names in the file. */
export async function importServices(tx: Tx, section: unknown, options: ImportOptions, report: ImportReport): Promise<Map<string, number>> {
  const imported = new Map<string, number>();
  const entries = entriesOf(section, 'cookies', report);
  if (!entries) return imported;
  const groups = new Map((await tx.serviceGroup.findMany({ select: { id: true, slug: true } })).map(({ id, slug }) => [slug, id]));
  const fallback = [...groups.values()].includes(options.fallbackGroupId) ? options.fallbackGroupId : null;
  const present = await tx.consentService.findMany({ select: { id: true, slug: true, groupId: true } });
  const known = new Map<string, Known | null>(present.map(({ slug, ...one }) => [slug, one]));
  const slugs = new Slugs(known.keys());
  const tiers = await tiersOf(tx, 'service');
  const rows: (Prisma.ConsentServiceCreateManyInput & { slug: string })[] = [];
  // changes of each service that need its ID
  const later: ((ids: ReadonlyMap<string, number>) => void)[] = [];

  for await (const entry of inTurns(entries)) {
    if (!complete(entry, ['group', 'metas', 'post_name', 'post_content', 'post_status', 'post_title'], 'cookies', report)) continue;
    const name = textOf(entry['post_name']);
    const title = textOf(entry['post_title']);
    if (name === ownService) continue;
    if (!hasUsablePreset(isObject(entry['metas']) ? entry['metas'] : {}, title, tiers, options, report)) continue;
    const original = known.get(name);
    if (original !== undefined && options.skipsKnownServices) {
      report.info(`The service “${title}” is here already.`);
      continue;
    }
    const { slug, text, status, metas, title: clean } = pendingOf(entry, options.serviceStatus, slugs, 'service');
    const ownGroup = groups.get(textOf(entry['group']));
    const groupId = ownGroup ?? fallback;
    rows.push({ ...serviceColumns(metas), slug, title: clean, purpose: text, status, groupId, menuOrder: rows.length });
    later.push((ids) => {
      const id = ids.get(slug) ?? 0;
      imported.set(name, id);
      if (original)
        report.warning(`The service “${title}” is here twice now.`, {
          fix: 'cookieDuplicate',
          cookieDuplicate: { original: [original.groupId, original.id], duplicate: [groupId, id] },
        });
      if (ownGroup === undefined)
        report.warning(`The group of the service “${title}” is not here.`, { fix: 'cookie', cookie: [groupId, id] });
    });
    if (original === undefined) known.set(name, null);
  }
  const write = (part: typeof rows) => tx.consentService.createManyAndReturn({ data: part, select: { id: true, slug: true } });
  const ids = await inBatches(rows, write);
  for (const tell of later) tell(ids);
  return imported;
}

/** Imports the blockers of a file. `imported` services of the same file take precedence over others with the same name. */
export async function importBlockers(
  tx: Tx,
  section: unknown,
  options: ImportOptions,
  imported: ReadonlyMap<string, number>,
  report: ImportReport,
): Promise<number> {
  const entries = entriesOf(section, 'blocker', report);
  if (!entries) return 0;
  const services = new Map((await tx.consentService.findMany({ select: { id: true, slug: true } })).map(({ id, slug }) => [slug, id]));
  const present = await tx.contentBlocker.findMany({ select: { id: true, slug: true } });
  const known = new Map<string, number | null>(present.map(({ slug, id }) => [slug, id]));
  const slugs = new Slugs(known.keys());
  const tiers = await tiersOf(tx, 'blocker');
  const rows: (Prisma.ContentBlockerCreateManyInput & { slug: string })[] = [];
  const links: { slug: string; serviceIds: number[] }[] = [];
  const later: ((ids: ReadonlyMap<string, number>) => void)[] = [];

  for await (const entry of inTurns(entries)) {
    if (!complete(entry, ['metas', 'post_name', 'post_content', 'post_status', 'post_title'], 'blocker', report)) continue;
    const name = textOf(entry['post_name']);
    const title = textOf(entry['post_title']);
    if (!hasUsablePreset(isObject(entry['metas']) ? entry['metas'] : {}, title, tiers, options, report)) continue;
    const original = known.get(name);
    if (original !== undefined && options.skipsKnownBlockers) {
      report.info(`The content blocker “${title}” is here already.`);
      continue;
    }
    const { slug, text, status, metas, title: clean } = pendingOf(entry, options.blockerStatus, slugs, 'blocker');
    const { visualMediaThumbnail, services: named, rules, ...others } = metas;
    const wanted = (Array.isArray(named) ? named : []).map(textOf);
    const found = wanted.map((one) => imported.get(one) ?? services.get(one));
    rows.push({ ...blockerColumns({ ...others, rules: rulesOf(rules) }), slug, title: clean, description: text, status });
    links.push({ slug, serviceIds: [...new Set(found.filter((id) => id !== undefined))] });
    later.push((ids) => {
      const id = ids.get(slug) ?? 0;
      if (typeof original === 'number')
        report.warning(`The content blocker “${title}” is here twice now.`, {
          fix: 'blockerDuplicate',
          blockerDuplicate: { original, duplicate: id },
        });
      if (found.includes(undefined))
        report.warning(`The content blocker “${title}” names services that are not here.`, { fix: 'blocker', blocker: id });
      if (Number(visualMediaThumbnail) > 0)
        report.warning(`The picture of the content blocker “${title}” is a file of the site it comes from.`);
    });
    if (original === undefined) known.set(name, null);
  }
  const ids = await inBatches(rows, (part) => tx.contentBlocker.createManyAndReturn({ data: part, select: { id: true, slug: true } }));
  const linked = links.flatMap(({ slug, serviceIds }) =>
    serviceIds.map((serviceId, position) => ({ blockerId: ids.get(slug) ?? 0, serviceId, position })),
  );
  for (let at = 0; at < linked.length; at += BATCH) {
    await tx.contentBlockerService.createMany({ data: linked.slice(at, at + BATCH) });
    await othersTurn();
  }
  for (const tell of later) tell(ids);
  return rows.length;
}

/** Parses rules from a list, or from text with one rule per line. */
function rulesOf(rules: unknown): string[] {
  const lines = Array.isArray(rules) ? rules.map(textOf) : textOf(rules).split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Position of imported links, after all sorted ones. */
const LAST = 99;

/** Imports the links of a file, without their pages, whose IDs differ on this site. */
export async function importLinks(tx: Tx, section: unknown, report: ImportReport): Promise<void> {
  const present = await tx.bannerLink.findMany({ select: { slug: true, pageType: true } });
  const slugs = new Set(present.map(({ slug }) => slug));
  const types = new Set(present.map(({ pageType }) => pageType));
  for (const entry of entriesOf(section, 'bannerLinks', report) ?? []) {
    if (!complete(entry, ['metas', 'post_name', 'post_title'], 'bannerLinks', report)) continue;
    const title = textOf(entry['post_title']);
    const slug = textOf(entry['post_name']);
    const metas = isObject(entry['metas']) ? entry['metas'] : {};
    const pageType = pageTypes.find((type) => type === metas['pageType']) ?? ('other' satisfies PageType);
    if (slugs.has(slug) || (pageType !== 'other' && types.has(pageType))) {
      report.info(`The link “${title}” is here already.`);
      continue;
    }
    const flag = (name: string) => (typeof metas[name] === 'boolean' ? metas[name] : undefined);
    const link = await addLink(tx, {
      title,
      slug,
      pageType,
      externalUrl: URL.canParse(textOf(metas['externalUrl'])) ? textOf(metas['externalUrl']) : '',
      isExternal: flag('isExternalUrl'),
      hidesBanner: flag('hideCookieBanner'),
      opensNewTab: flag('isTargetBlank'),
      menuOrder: LAST,
    });
    slugs.add(link.slug);
    types.add(pageType);
    if (Number(metas['pageId']) > 0)
      report.warning(`The link “${title}” leads to a page of the site it comes from: choose it here.`, { fix: 'link', link: link.id });
  }
}
