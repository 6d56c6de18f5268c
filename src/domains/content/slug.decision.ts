import type { Tx } from '#app/core/db/database.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import type { ContentKind } from './kinds.ts';
import { takeSlug, takeSlugs } from './slug.service.ts';
import { mayLackSlug } from './statuses.ts';

/** What the slug of written content is decided from. */
export interface SlugQuestion {
  kind: ContentKind;
  id: number;
  status: string;
  title: string;
  /** What the request gave; undefined = nothing. */
  given: string | undefined;
  /** What is stored, or waits to be taken again. */
  stored: string;
  mayPublish: boolean;
  /** Whether a stored slug has to be checked again: it was free while a draft or in the trash. */
  checksStored: boolean;
}

/** The slug that content wants, and whether it may not be another's of the kind; '' = it gets none. */
function wish(q: SlugQuestion): { slug: string; mustBeFree: boolean } {
  const wanted = q.status === 'pending' && !q.mayPublish ? '' : (q.given ?? q.stored);
  if (wanted !== '') return { slug: wanted, mustBeFree: q.given !== undefined || (q.checksStored && !mayLackSlug(q.status)) };
  if (mayLackSlug(q.status) && !q.kind.alwaysHasSlug) return { slug: '', mustBeFree: false };
  return { slug: sanitizeSlug(q.title) || String(q.id), mustBeFree: true };
}

/** The slug to store (core-rest.md 7.4): the given or stored one, made unique where it counts, or one from the title, or the number. */
export async function decideSlug(tx: Tx, q: SlugQuestion): Promise<string> {
  const { slug, mustBeFree } = wish(q);
  return mustBeFree ? await takeSlug(tx, q.kind.name, slug, q.id) : slug;
}

/** As `decideSlug`, of several new contents of one kind, in their order. */
export async function decideSlugs(tx: Tx, kind: ContentKind, questions: readonly SlugQuestion[]): Promise<string[]> {
  const wishes = questions.map(wish);
  const free = await takeSlugs(
    tx,
    kind.name,
    wishes.flatMap(({ slug, mustBeFree }) => (mustBeFree ? [slug] : [])),
  );
  return wishes.map(({ slug, mustBeFree }) => (mustBeFree ? (free.shift() as string) : slug));
}
