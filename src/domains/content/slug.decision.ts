import type { Tx } from '#app/core/db/database.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import type { ContentKind } from './kinds.ts';
import { takeSlug } from './slug.service.ts';
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

/** The slug to store (core-rest.md 7.4): the given or stored one, made unique where it counts, or one from the title, or the number. */
export async function decideSlug(tx: Tx, q: SlugQuestion): Promise<string> {
  const wanted = q.status === 'pending' && !q.mayPublish ? '' : (q.given ?? q.stored);
  const unique = (slug: string) => takeSlug(tx, q.kind.name, slug, q.id);
  if (wanted !== '') {
    if (q.given !== undefined) return await unique(wanted);
    return q.checksStored && !mayLackSlug(q.status) ? await unique(wanted) : wanted;
  }
  if (mayLackSlug(q.status) && !q.kind.alwaysHasSlug) return '';
  return await unique(sanitizeSlug(q.title) || String(q.id));
}
