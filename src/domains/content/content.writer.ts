import { nextNumber } from './next-number.ts';
import { rowsIn } from '#app/core/db/statement.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { notFound } from '#app/core/failures/failure.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { type ContentInput, type GivenChanges, readGivenMeta, readInput } from './changes.input.ts';
import { announceChange } from './changes.ts';
import { checkAuthor, checkFeaturedMedia, checkNotEmpty, checkStatus, checkStickyPassword } from './content.checks.ts';
import { canPublish } from './content.permissions.ts';
import { type ContentLock, readContent } from './content.reader.ts';
import { changeTerms, isCounted } from './content.terms.ts';
import { decideDates } from './dates.rules.ts';
import type { ContentKind } from './kinds.ts';
import { changedMeta } from './meta.registry.ts';
import { derivedTexts, newRow, readNew, slugOfNew, timeColumns } from './new-content.ts';
import type { ContentRecord } from './record.ts';
import { keepRevision } from './revisions.service.ts';
import { noteScheduled } from './due.ts';
import { columnTime, siteZone, utcWall } from './site-time.ts';
import { decideSlug } from './slug.decision.ts';
import { mayLackSlug } from './statuses.ts';
import { notifyWritten } from './write-listeners.ts';

/**
 * Creates content of a kind inside the caller's transaction. The viewer is the author unless another one is given. Texts are cleaned according to the
 * viewer's capabilities. The caller checks the right to create. Throws the handler failures of core-rest.md 7.2 in their order. Run it with
 * `contentTransaction`, which repeats it if another writer takes the slug.
 */
export async function createContent(site: Site, tx: Tx, viewer: Viewer, kind: ContentKind, input: ContentInput): Promise<ContentRecord> {
  const content = await readNew(site, tx, viewer, kind, input);
  const id = await nextId(tx);
  const slug = await decideSlug(tx, slugOfNew(viewer, kind, content, id));
  await tx.content.create({ data: newRow(site, viewer, kind, content, { id, slug }), select: { id: true } });
  const { given, dates } = content;
  await changeTerms(tx, kind, {
    contentId: id,
    stored: [],
    wanted: { ...kind.defaultTerms(site), ...given.terms },
    wasCounted: false,
    isCounted: isCounted(dates.status),
  });
  await notifyWritten(site, tx, { id, kind: kind.name, status: dates.status, ticketed: [], meta: given.meta });
  return await finish(site, tx, id, { kind: kind.name, from: null, status: dates.status, dateUtc: dates.dateUtc });
}

async function nextId(tx: Tx): Promise<number> {
  const [row] = await rowsIn(tx, nextNumber);
  return (row as { id: number }).id;
}

async function finish(
  site: Site,
  tx: Tx,
  id: number,
  to: { kind: string; from: string | null; status: string; dateUtc: WallTime | null },
): Promise<ContentRecord> {
  if (to.status === 'future' && to.dateUtc !== null) noteScheduled(site, columnTime(to.dateUtc));
  await announceChange(tx, { id, kind: to.kind, from: to.from, to: to.status });
  return (await contentForChange(tx, to.kind, id)).record;
}

/** Returns the content, locked until the transaction ends. Throws `content_not_found` for an ID that is not of the kind. */
export async function contentForChange(
  tx: Tx,
  kind: string,
  id: number,
  lock: ContentLock = 'change',
): Promise<{ record: ContentRecord; storedStatus: string }> {
  const found = await readContent(tx, id, lock);
  if (found?.record.kind !== kind) throw notFound('content_not_found', 'Invalid post ID.');
  return found;
}

/**
 * Changes content inside the caller's transaction. Absent values stay unchanged. A new status for trashed content restores it with its former slug.
 * The caller checks permissions. Throws the handler failures of core-rest.md 7.2 in their order.
 */
export async function updateContent(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  kind: ContentKind,
  id: number,
  input: ContentInput,
): Promise<ContentRecord> {
  const { record: stored, storedStatus } = await contentForChange(tx, kind.name, id);
  const given = readInput(site, viewer, kind, input, stored.status);
  const texts = { title: given.title ?? stored.title, content: given.content ?? stored.content, excerpt: given.excerpt ?? stored.excerpt };
  checkStatus(viewer, kind, given, stored);
  await checkAuthor(tx, viewer, given);
  checkStickyPassword(given, stored);
  checkNotEmpty(kind, texts);
  await checkFeaturedMedia(tx, given);
  readGivenMeta(input, given);
  return await rewrite(site, tx, viewer, { kind, stored, storedStatus, given, texts, status: given.status ?? stored.status });
}

interface Rewrite {
  kind: ContentKind;
  stored: ContentRecord;
  /** Status in the database. Differs from the record's if a scheduled content is due. */
  storedStatus: string;
  given: GivenChanges;
  texts: { title: string; content: string; excerpt: string };
  status: string;
}

/** Stores a validated change. */
async function rewrite(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  { kind, stored, storedStatus, given, texts, status }: Rewrite,
): Promise<ContentRecord> {
  const { id } = stored;
  const zone = siteZone(site);
  const moment = now();
  const dates = decideDates({ status, given: given.date, stored, now: moment, zone });
  const leavesTrash = stored.status === 'trash' && dates.status !== 'trash';
  const slug = await decideSlug(tx, {
    kind,
    id,
    status: dates.status,
    title: texts.title,
    given: given.slug,
    stored: leavesTrash ? stored.desiredSlug : stored.slug,
    mayPublish: canPublish(viewer, kind),
    checksStored: leavesTrash || mayLackSlug(stored.status),
  });
  const modified = { modifiedLocal: toWallTime(moment, zone), modifiedUtc: utcWall(moment) };
  const meta = given.meta ? changedMeta(stored.meta, given.meta) : stored.meta;
  const revision = kind.hasRevisions ? await keepRevision(tx, { ...stored, ...texts, ...modified, meta }, viewer.id || null) : null;
  await tx.content.update({
    where: { id },
    data: {
      ...derivedTexts(texts),
      status: dates.status,
      slug,
      ...timeColumns(dates),
      modifiedLocal: columnTime(modified.modifiedLocal),
      modifiedUtc: columnTime(modified.modifiedUtc),
      ...plainChanges(given),
      password: dates.status === 'private' ? '' : (given.password ?? stored.password),
      ...(given.meta && { meta: meta as object }),
      ...(leavesTrash && { trashedFrom: null, trashedAt: null, desiredSlug: '' }),
      ...revision,
    },
    select: { id: true },
  });
  await changeTerms(tx, kind, {
    contentId: id,
    stored: stored.terms,
    wanted: given.terms,
    wasCounted: isCounted(storedStatus),
    isCounted: isCounted(dates.status),
  });
  await notifyWritten(site, tx, { id, kind: kind.name, status: dates.status, ticketed: stored.ticketed, meta: given.meta });
  return await finish(site, tx, id, { kind: kind.name, from: stored.status, status: dates.status, dateUtc: dates.dateUtc });
}

function plainChanges(given: GivenChanges) {
  const { authorId, parentId, menuOrder, commentStatus, pingStatus, featuredMediaId, format, template, sticky } = given;
  return {
    ...(authorId !== undefined && { authorId }),
    ...(parentId !== undefined && { parentId }),
    ...(menuOrder !== undefined && { menuOrder }),
    ...(commentStatus !== undefined && { commentStatus }),
    ...(pingStatus !== undefined && { pingStatus }),
    ...(featuredMediaId !== undefined && { featuredMediaId }),
    ...(format !== undefined && { format }),
    ...(template !== undefined && { template }),
    ...(sticky !== undefined && { sticky }),
  };
}
