import type { Viewer } from '../auth/viewer.ts';
import type { ContentPage } from '../content/content.list.ts';
import { canEdit, canRead } from '../content/content.permissions.ts';
import type { ContentQuery } from '../content/list.query.ts';
import type { Site } from '../site.ts';
import { loadNarrowedPage, parentConditions } from '../narrowed-lists/narrowed.list.ts';

/** What a list of pages asks for beside what every list does. */
export interface PageQuery extends ContentQuery {
  /** Not below these; 0 = none. */
  excludedParents?: readonly number[] | undefined;
  menuOrder?: number | undefined;
}

/** Pages as the viewer sees them: those they may not read (with `forEdit`: not edit) are left out after counting. */
export async function listPages(site: Site, viewer: Viewer, query: PageQuery, forEdit: boolean): Promise<ContentPage> {
  const { parents, excludedParents, menuOrder, ...same } = query;
  const found = await loadNarrowedPage(site, viewer, same, (p) => [
    ...parentConditions({ parents, excludedParents }, p),
    ...(menuOrder === undefined ? [] : [`c.menu_order = ${p.add(menuOrder)}::int`]),
  ]);
  const nodes = found.nodes.filter((page) => (forEdit ? canEdit(viewer, page) : canRead(viewer, page)));
  return { ...found, nodes: forEdit ? nodes.map((page) => ({ ...page, unlocked: true })) : nodes };
}
