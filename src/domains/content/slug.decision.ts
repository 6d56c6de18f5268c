import type { Tx } from '#app/core/db/database.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import type { ContentKind } from './kinds.ts';
import { reserveSlug, reserveSlugs } from './slug.service.ts';
import { mayLackSlug } from './statuses.ts';

/** Input of `decideSlug`. */
export interface SlugInput {
  kind: ContentKind;
  id: number;
  status: string;
  title: string;
  /** Slug in the request; undefined if not given. */
  given: string | undefined;
  /** Stored slug, or the slug to restore from the trash. */
  stored: string;
  mayPublish: boolean;
  /** True if a stored slug must be checked again, because drafts and trashed content do not reserve their slugs. */
  checksStored: boolean;
}

/** Returns the preferred slug, or an empty string for none, and whether it must be unique within the kind. */
function chooseSlug(input: SlugInput): { slug: string; mustBeUnique: boolean } {
  const preferred = input.status === 'pending' && !input.mayPublish ? '' : (input.given ?? input.stored);
  if (preferred !== '')
    return { slug: preferred, mustBeUnique: input.given !== undefined || (input.checksStored && !mayLackSlug(input.status)) };
  if (mayLackSlug(input.status) && !input.kind.alwaysHasSlug) return { slug: '', mustBeUnique: false };
  return { slug: sanitizeSlug(input.title) || String(input.id), mustBeUnique: true };
}

/**
 * Returns the slug to store (docs/behaviour/core-rest.md 7.4): the given or stored slug, else a slug from the title, else the ID. Makes it
 * unique if necessary.
 */
export async function decideSlug(tx: Tx, input: SlugInput): Promise<string> {
  const { slug, mustBeUnique } = chooseSlug(input);
  return mustBeUnique ? await reserveSlug(tx, input.kind.name, slug, input.id) : slug;
}

/** Decides the slugs of several new content items of one kind, in their order; see `decideSlug`. */
export async function decideSlugs(tx: Tx, kind: ContentKind, inputs: readonly SlugInput[]): Promise<string[]> {
  const choices = inputs.map(chooseSlug);
  const uniqueSlugs = await reserveSlugs(
    tx,
    kind.name,
    choices.flatMap(({ slug, mustBeUnique }) => (mustBeUnique ? [slug] : [])),
  );
  return choices.map(({ slug, mustBeUnique }) => (mustBeUnique ? (uniqueSlugs.shift() as string) : slug));
}
