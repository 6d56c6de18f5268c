import { rowShape } from '#app/core/db/columns.ts';
import { acquireAdvisoryLock, acquireAdvisoryLocks } from '#app/core/db/lock.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';
import { reservedSlugs, appendSuffix } from '#app/core/text/slug.ts';

/** Number of suffixes in the first query. Each further query tries sixteen times as many. */
const FIRST_BATCH = 16;

/** Function that returns those of the candidate slugs that other content of the kind has. `except` is the ID of the content itself. */
export type FindTakenSlugs = (kind: string, candidates: readonly string[], except: number) => Promise<ReadonlySet<string>>;

const takenByOthers = statement(
  'slugs_taken_by_others',
  'SELECT c.slug FROM content c WHERE c.kind = $1 AND c.slug = ANY($2::text[]) AND c.id <> $3',
  rowShape({ slug: 'text' }),
);

/** Returns a function that reads taken slugs inside the transaction, including those of trashed content. */
function createTakenSlugFinder(tx: Tx): FindTakenSlugs {
  return async (kind, candidates, except) => {
    const rows = await queryIn(tx, takenByOthers, kind, candidates, except);
    return new Set(rows.map((row) => row.slug));
  };
}

const buildLockName = (kind: string, slug: string) => `content slug ${kind} ${slug}`;

/**
 * Returns a unique slug inside the transaction that stores it; see `findUniqueSlug`. A lock serializes writers of the same slug. The unique
 * index rejects slugs that become equal only by an added suffix.
 */
export async function reserveSlug(tx: Tx, kind: string, slug: string, except: number): Promise<string> {
  await acquireAdvisoryLock(tx, buildLockName(kind, slug));
  return await findUniqueSlug(createTakenSlugFinder(tx), kind, slug, except);
}

/** Returns unique slugs for several new content items; see `reserveSlug`. The first item with a slug gets it unchanged. */
export async function reserveSlugs(tx: Tx, kind: string, slugs: readonly string[]): Promise<string[]> {
  const distinctSlugs = [...new Set(slugs)];
  if (distinctSlugs.length === 0) return [];
  await acquireAdvisoryLocks(
    tx,
    distinctSlugs.map((slug) => buildLockName(kind, slug)),
  );
  const findTaken = createTakenSlugFinder(tx);
  const queried = new Set(distinctSlugs);
  const taken = new Set(await findTaken(kind, distinctSlugs, 0));
  // queries each candidate once, because hundreds of weekly events may have the same slug
  const findCached: FindTakenSlugs = async (_, candidates) => {
    const unqueried = candidates.filter((candidate) => !queried.has(candidate));
    for (const candidate of unqueried) queried.add(candidate);
    if (unqueried.length > 0) for (const slug of await findTaken(kind, unqueried, 0)) taken.add(slug);
    return taken;
  };
  const reserved: string[] = [];
  for (const slug of slugs) {
    const free = taken.has(slug) || isReserved(slug) ? await findUniqueSlug(findCached, kind, slug, 0) : slug;
    taken.add(free);
    reserved.push(free);
  }
  return reserved;
}

const isReserved = (slug: string) => reservedSlugs.has(slug);

/**
 * Returns the first free slug of `slug`, `slug-2`, `slug-3`, … within the kind (docs/behaviour/core-rest.md 7.4). Reserved words always get a number.
 */
export async function findUniqueSlug(findTaken: FindTakenSlugs, kind: string, slug: string, except: number): Promise<string> {
  let first = 1;
  for (let size = FIRST_BATCH; ; size *= 16) {
    const candidates = listCandidates(slug, first, size);
    const taken = await findTaken(kind, candidates, except);
    const free = candidates.find((candidate) => !taken.has(candidate));
    if (free !== undefined) return free;
    first += size;
  }
}

/** Returns `size` numbered candidates, starting at number `first`. Number 1 is the slug itself, and is omitted if the slug is reserved. */
export function listCandidates(slug: string, first: number, size: number): string[] {
  const numbers = Array.from({ length: size }, (_, i) => first + i);
  return numbers.flatMap((n) => (n === 1 ? (isReserved(slug) ? [] : [slug]) : [appendSuffix(slug, n)]));
}

const TRASHED = '__trashed';

/** Returns the slug of content in the trash, which frees the original slug (docs/behaviour/core-rest.md 7.7). */
export function toTrashedSlug(slug: string): string {
  if (slug.endsWith(TRASHED)) return slug;
  const maxLength = 200 - TRASHED.length;
  return (slug.length <= maxLength ? slug : cut(slug, maxLength)) + TRASHED;
}

/** Cuts an ASCII slug without splitting a percent escape. */
function cut(slug: string, length: number): string {
  return slug
    .slice(0, length)
    .replace(/%[0-9a-f]?$/, '')
    .replace(/(%[0-9a-f]{2})+$/, (escapes) => decodeWholeCharacters(escapes))
    .replace(/-+$/, '');
}

function decodeWholeCharacters(escapes: string): string {
  let text = escapes;
  while (text !== '') {
    try {
      decodeURIComponent(text);
      return text;
    } catch {
      text = text.slice(0, -3);
    }
  }
  return text;
}
