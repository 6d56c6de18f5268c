import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { ContentPage } from '../content.list.ts';
import { canEdit, canRead } from '../content.permissions.ts';
import type { ContentQuery } from '../list.query.ts';
import type { Site } from '#app/site.ts';
import { narrowedList, parentConditions } from '../narrowed-lists/narrowed.list.ts';

/** What a list of pages asks for beside what every list does. */
export interface PageQuery extends ContentQuery {
  /** Not below these; 0 = none. */
  excludedParents?: readonly number[] | undefined;
  menuOrder?: number | undefined;
}

const loadPage = narrowedList(
  'site_page_page',
  ({ menuOrder, ...below }: Pick<PageQuery, 'parents' | 'excludedParents' | 'menuOrder'>, p) => [
    ...parentConditions(below, p),
    ...(menuOrder === undefined ? [] : [`c.menu_order = ${p.add(menuOrder)}::int`]),
  ],
  [{ parents: [0], excludedParents: [1], menuOrder: 1 }, { parents: [1] }],
);

/** Pages as the viewer sees them: those they may not read (with `forEdit`: not edit) are left out after counting. */
export async function listPages(site: Site, viewer: Viewer, query: PageQuery, forEdit: boolean): Promise<ContentPage> {
  const { parents, excludedParents, menuOrder, ...same } = query;
  const found = await loadPage(site, viewer, same, { parents, excludedParents, menuOrder });
  const nodes = found.nodes.filter((page) => (forEdit ? canEdit(viewer, page) : canRead(viewer, page)));
  return { ...found, nodes: forEdit ? nodes.map((page) => ({ ...page, unlocked: true })) : nodes };
}
