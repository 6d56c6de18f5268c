import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { invalid, invalidArguments } from '#app/core/failures/failure.ts';
import { parseDateTime } from '#app/core/time/date-time.ts';
import type { PageOptions } from '#app/core/db/lists/list.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import type { Site } from '#app/site.ts';
import { type ContentPage, type ContentPageOptions, type ContentQuery, loadContentPage } from './content.list.ts';
import { canEdit, canRead } from './content.permissions.ts';
import { limitSearchToReadable } from './limit-search.ts';
import { getSiteZone } from './site-time.ts';

/** Parses the time of a date filter, in the site's time zone unless it contains a zone. Throws `invalid_arguments` for an invalid time. */
export function parseTimeBound(site: Site, argument: string, text: string | null | undefined): WallTime | undefined {
  if (text === undefined || text === null) return undefined;
  const parsed = parseDateTime(text, getSiteZone(site));
  if (!parsed) throw invalidArguments({ [argument]: { code: 'invalid_date', message: 'Invalid date.' } });
  return parsed.wall;
}

/** Throws for a sort order that needs a missing parameter (docs/behaviour/core-rest.md 7.2). */
export function checkOrder(query: Pick<ContentQuery, 'orderBy' | 'search' | 'include'>): void {
  if (query.orderBy === 'relevance' && !query.search?.trim())
    throw invalid('search_term_missing', 'You need to define a search term to order by relevance.');
  if (query.orderBy === 'include' && !query.include?.length)
    throw invalid('order_needs_ids', 'You need to define an include parameter to order by include.');
}

/** Throws `invalid_arguments` unless the page number is positive and a page has 1 to 100 items. */
export function checkPage(query: PageOptions): void {
  if (query.page < 1) throw invalidArguments({ page: { code: 'out_of_bounds', message: 'page must be greater than or equal to 1' } });
  if (query.perPage < 1 || query.perPage > 100) {
    throw invalidArguments({
      perPage: { code: 'out_of_bounds', message: 'perPage must be between 1 (inclusive) and 100 (inclusive)' },
    });
  }
}

/**
 * Returns a page of content that the viewer may read, or may edit with `forEdit`. Removes other items after counting, so totals may include
 * them. `forEdit` also shows protected texts (docs/behaviour/core-rest.md 7.8). Callers call `checkList` first.
 */
export async function listContent(
  site: Site,
  viewer: Viewer,
  query: ContentQuery & ContentPageOptions & { stickyFirst?: boolean | undefined },
  forEdit: boolean,
): Promise<ContentPage> {
  checkOrder(query);
  checkPage(query);
  const page = await loadContentPage(site, limitSearchToReadable(viewer, query));
  const nodes = page.nodes.filter((node) => (forEdit ? canEdit(viewer, node) : canRead(viewer, node)));
  return { ...page, nodes: forEdit ? nodes.map((node) => ({ ...node, unlocked: true })) : nodes };
}
