import { filter } from '#app/core/db/lists/filters.ts';
import { defineList, type QueryOf } from '#app/core/db/lists/list.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { contentDeclaration, contentFilters, type ContentPage, type ContentPageOptions, loadPage } from '../content.list.ts';
import { canEdit, canRead } from '../content.permissions.ts';
import { checkOrder } from '../list.service.ts';
import { declareParentFilter, declareExcludedParentFilter } from '../parent.filters.ts';
import { limitSearchToReadable } from '../limit-search.ts';
import type { Site } from '#app/site.ts';

/** Pages, newest first by default. */
export const pageList = defineList({
  ...contentDeclaration,
  name: 'site_page',
  filters: {
    ...contentFilters,
    parentIds: declareParentFilter('Only child pages of these pages.'),
    excludeParentIds: declareExcludedParentFilter('Excludes child pages of these pages.'),
    menuOrder: filter('number', 1, 'Only pages with this position.', (position, add) => `c.menu_order = ${add(position)}::int`),
  },
  examples: [{ kind: 'page', statuses: ['publish'], parentIds: [1] }],
});

/** Returns pages that the viewer may read, or may edit with `forEdit`. Removes other pages after counting, so totals may include them. */
export async function listPages(
  site: Site,
  viewer: Viewer,
  query: QueryOf<typeof pageList> & ContentPageOptions,
  forEdit: boolean,
): Promise<ContentPage> {
  checkOrder(query);
  const result = await loadPage(pageList, site, limitSearchToReadable(viewer, query));
  const nodes = result.nodes.filter((page) => (forEdit ? canEdit(viewer, page) : canRead(viewer, page)));
  return { ...result, nodes: forEdit ? nodes.map((page) => ({ ...page, unlocked: true })) : nodes };
}
