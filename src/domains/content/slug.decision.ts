import type { Tx } from '#app/core/db/database.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import type { ContentKind } from './kinds.ts';
import { takeSlug, takeSlugs } from './slug.service.ts';
import { mayLackSlug } from './statuses.ts';

/** Input of `decideSlug`. */
export interface SlugQuestion {
  kind: ContentKind;
  id: number;
  status: string;
  title: string;
  /** Slug in the request. Undefined if not given. */
  given: string | undefined;
  /** Stored slug, or the one to restore from the trash. */
  stored: string;
  mayPublish: boolean;
  /** True if a stored slug must be checked again, because drafts and trashed content do not reserve their slugs. */
  checksStored: boolean;
}

/** Returns the wanted slug, and if it must be unique within the kind. Empty means no slug. */
function chooseSlug(q: SlugQuestion): { slug: string; mustBeFree: boolean } {
  const wanted = q.status === 'pending' && !q.mayPublish ? '' : (q.given ?? q.stored);
  if (wanted !== '') return { slug: wanted, mustBeFree: q.given !== undefined || (q.checksStored && !mayLackSlug(q.status)) };
  if (mayLackSlug(q.status) && !q.kind.alwaysHasSlug) return { slug: '', mustBeFree: false };
  return { slug: sanitizeSlug(q.title) || String(q.id), mustBeFree: true };
}

/** Returns the slug to store (core-rest.md 7.4): the given or stored one, else one from the title, else the ID. Made unique if necessary. */
export async function decideSlug(tx: Tx, q: SlugQuestion): Promise<string> {
  const { slug, mustBeFree } = chooseSlug(q);
  return mustBeFree ? await takeSlug(tx, q.kind.name, slug, q.id) : slug;
}

/** Decides the slugs of several new contents of one kind, in their order. */
export async function decideSlugs(tx: Tx, kind: ContentKind, questions: readonly SlugQuestion[]): Promise<string[]> {
  const choices = questions.map(chooseSlug);
  const free = await takeSlugs(
    tx,
    kind.name,
    choices.flatMap(({ slug, mustBeFree }) => (mustBeFree ? [slug] : [])),
  );
  return choices.map(({ slug, mustBeFree }) => (mustBeFree ? (free.shift() as string) : slug));
}
