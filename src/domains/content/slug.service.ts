import { answer } from '#app/core/db/columns.ts';
import { holdLock, holdLocks } from '#app/core/db/lock.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';
import { reservedSlugs, suffixed } from '#app/core/text/slug.ts';

/** Suffixes tried with one statement; doubled sixteenfold until one is free. */
const FIRST_BATCH = 16;

/** Asks which of the candidate slugs are taken; the transaction's or the site's own reader. */
export type TakenSlugs = (kind: string, candidates: readonly string[], except: number) => Promise<ReadonlySet<string>>;

const takenByOthers = statement(
  'slugs_taken_by_others',
  'SELECT c.slug FROM content c WHERE c.kind = $1 AND c.slug = ANY($2::text[]) AND c.id <> $3',
  answer({ slug: 'text' }),
);

/** Reads taken slugs inside a transaction, trash included. */
function takenIn(tx: Tx): TakenSlugs {
  return async (kind, candidates, except) => {
    const rows = await rowsIn(tx, takenByOthers, kind, candidates, except);
    return new Set(rows.map((row) => row.slug));
  };
}

const lockOf = (kind: string, slug: string) => `content slug ${kind} ${slug}`;

/**
 * As `uniqueSlug`, inside a transaction that will store the slug: writers of the same slug wait for each other here, and the unique
 * index catches the few who come by another way.
 */
export async function takeSlug(tx: Tx, kind: string, slug: string, except: number): Promise<string> {
  await holdLock(tx, lockOf(kind, slug));
  return await uniqueSlug(takenIn(tx), kind, slug, except);
}

/** As `takeSlug`, for several new contents that come together: of those that want the same slug the first has it. */
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
  // what was asked once is not asked again: a table of weekly events wants one slug hundreds of times
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

/** The first free one of `slug`, `slug-2`, `slug-3`, … within the kind (core-rest.md 7.4); reserved words always get a number. */
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

/** `size` spellings of the slug from the given number on; number 1 is the slug itself, left out when reserved. */
export function candidatesOf(slug: string, from: number, size: number): string[] {
  const numbers = Array.from({ length: size }, (_, i) => from + i);
  return numbers.flatMap((n) => (n === 1 ? (isReserved(slug) ? [] : [slug]) : [suffixed(slug, n)]));
}

const TRASHED = '__trashed';

/** The slug that content takes in the trash, so that its own is free at once (core-rest.md 7.7). */
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
