import { rowShape } from '#app/core/db/columns.ts';
import { holdLock, holdLocks } from '#app/core/db/lock.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';
import { reservedSlugs, suffixed } from '#app/core/text/slug.ts';

/** Number of suffixes in the first query. Each further query tries sixteen times as many. */
const FIRST_BATCH = 16;

/** Returns those of the candidate slugs that are taken by other content. */
export type TakenSlugs = (kind: string, candidates: readonly string[], except: number) => Promise<ReadonlySet<string>>;

const takenByOthers = statement(
  'slugs_taken_by_others',
  'SELECT c.slug FROM content c WHERE c.kind = $1 AND c.slug = ANY($2::text[]) AND c.id <> $3',
  rowShape({ slug: 'text' }),
);

/** Reads taken slugs inside a transaction, including the trash. */
function takenIn(tx: Tx): TakenSlugs {
  return async (kind, candidates, except) => {
    const rows = await rowsIn(tx, takenByOthers, kind, candidates, except);
    return new Set(rows.map((row) => row.slug));
  };
}

const lockOf = (kind: string, slug: string) => `content slug ${kind} ${slug}`;

/**
 * Does the same as `uniqueSlug` inside the transaction that stores the slug. A lock serializes writers of the same slug. The unique index catches
 * writers of slugs that collide only after a suffix.
 */
export async function takeSlug(tx: Tx, kind: string, slug: string, except: number): Promise<string> {
  await holdLock(tx, lockOf(kind, slug));
  return await uniqueSlug(takenIn(tx), kind, slug, except);
}

/** Does the same as `takeSlug` for several new contents. The first one with a slug gets it unchanged. */
export async function takeSlugs(tx: Tx, kind: string, slugs: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(slugs)];
  if (wanted.length === 0) return [];
  await holdLocks(
    tx,
    wanted.map((slug) => lockOf(kind, slug)),
  );
  const read = takenIn(tx);
  const asked = new Set(wanted);
  const used = new Set(await read(kind, wanted, 0));
  // queries each candidate once, because a series of weekly events wants one slug hundreds of times
  const taken: TakenSlugs = async (_, candidates) => {
    const open = candidates.filter((candidate) => !asked.has(candidate));
    for (const one of open) asked.add(one);
    if (open.length > 0) for (const one of await read(kind, open, 0)) used.add(one);
    return used;
  };
  const free: string[] = [];
  for (const slug of slugs) {
    const one = used.has(slug) || isReserved(slug) ? await uniqueSlug(taken, kind, slug, 0) : slug;
    used.add(one);
    free.push(one);
  }
  return free;
}

const isReserved = (slug: string) => reservedSlugs.has(slug);

/** Returns the first free one of `slug`, `slug-2`, `slug-3`, … within the kind (core-rest.md 7.4). Reserved words always get a number. */
export async function uniqueSlug(taken: TakenSlugs, kind: string, slug: string, except: number): Promise<string> {
  let from = 1;
  for (let size = FIRST_BATCH; ; size *= 16) {
    const candidates = candidatesOf(slug, from, size);
    const used = await taken(kind, candidates, except);
    const free = candidates.find((candidate) => !used.has(candidate));
    if (free !== undefined) return free;
    from += size;
  }
}

/** Returns `size` numbered candidates starting at `from`. Number 1 is the slug itself, omitted if reserved. */
export function candidatesOf(slug: string, from: number, size: number): string[] {
  const numbers = Array.from({ length: size }, (_, i) => from + i);
  return numbers.flatMap((n) => (n === 1 ? (isReserved(slug) ? [] : [slug]) : [suffixed(slug, n)]));
}

const TRASHED = '__trashed';

/** Returns the slug of content in the trash, which frees the original slug (core-rest.md 7.7). */
export function trashedSlug(slug: string): string {
  if (slug.endsWith(TRASHED)) return slug;
  const room = 200 - TRASHED.length;
  return (slug.length <= room ? slug : cut(slug, room)) + TRASHED;
}

/** Cuts an ASCII slug without splitting a percent escape. */
function cut(slug: string, length: number): string {
  return slug
    .slice(0, length)
    .replace(/%[0-9a-f]?$/, '')
    .replace(/(%[0-9a-f]{2})+$/, (escapes) => wholeCharacters(escapes))
    .replace(/-+$/, '');
}

function wholeCharacters(escapes: string): string {
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
