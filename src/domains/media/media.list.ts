import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Add } from '#app/core/db/lists/keyset.ts';
import { defineList, type PageOptions, type QueryOf } from '#app/core/db/lists/list.ts';
import { contentDeclaration, contentFilters, type ContentPage, loadPageOf } from '../content/content.list.ts';
import { canEdit } from '../content/content.permissions.ts';
import { attachment } from '../content/kinds.ts';
import { contentScope, type ContentScope } from '../content/list.scope.ts';
import { checkOrder } from '../content/list.service.ts';
import { below, notBelow } from '../content/parent.filters.ts';
import { readableContent } from '../content/rights.sql.ts';
import { searchedBy } from '../content/searched-by.ts';
import type { Site } from '#app/site.ts';
import { canReadMedia, type FindContent } from './media.access.ts';

/** What lists of files say beside their filters and what all lists of content say. */
interface Scope extends ContentScope {
  /** What types begin with, such as `image`: any of them, in addition to `mimeTypes`. */
  families?: readonly string[] | null | undefined;
  mimeTypes?: readonly string[] | null | undefined;
  /** Only what this viewer may see. */
  seenBy?: Viewer | undefined;
}

/** `canReadMedia` as a condition: what is attached to content follows that content, unless the viewer may edit the file. */
function visibleFiles(viewer: Viewer, add: Add): string[] {
  const mayEdit = (authorId: number | null) => canEdit(viewer, { kind: attachment.name, status: 'publish', authorId, trashedFrom: null });
  if (mayEdit(null)) return [];
  const isOpen = `NOT EXISTS (SELECT 1 FROM content p WHERE p.id = c.parent_id AND NOT ${readableContent(viewer, 'p', add)})`;
  return [viewer.signedIn && mayEdit(viewer.id) ? `(${isOpen} OR c.author_id = ${add(viewer.id)}::int)` : isOpen];
}

/** The file of the row `c` is called so: files are found by their names too. */
const inFileName = (pattern: string) =>
  `EXISTS (SELECT 1 FROM media named WHERE named.content_id = c.id AND lower(named.file) LIKE ${pattern})`;

function scope({ families, mimeTypes, seenBy, ...query }: Scope, add: Add, status: string): string[] {
  const ofTypes = [
    ...(families?.length ? [`split_part(m.mime_type, '/', 1) = ANY(${add(families)}::text[])`] : []),
    ...(mimeTypes?.length ? [`m.mime_type = ANY(${add(mimeTypes)}::text[])`] : []),
  ];
  return [
    ...contentScope({ ...query, occursElsewhere: inFileName }, add, status),
    ...(ofTypes.length > 0 ? [`EXISTS (SELECT 1 FROM media m WHERE m.content_id = c.id AND (${ofTypes.join(' OR ')}))`] : []),
    ...(seenBy ? visibleFiles(seenBy, add) : []),
  ];
}

const files = { kind: attachment.name, statuses: ['publish'] };

const mediaList = defineList({
  ...contentDeclaration,
  name: 'media',
  filters: {
    ...contentFilters,
    attachedToIds: below('Only files of these contents.'),
    excludeAttachedToIds: notBelow('Excludes files of these contents.'),
  },
  scope,
  examples: [
    { ...files, seenBy: anonymous, families: ['image'], mimeTypes: ['text/plain'] },
    { ...files, seenBy: anonymous, attachedToIds: [1] },
    { ...files, attachedToIds: [1] },
  ],
});

/** Filters of lists of files. */
export const mediaFilters = mediaList.filters;

/** What a list of files is asked by. */
export type MediaQuery = Omit<QueryOf<typeof mediaList>, 'kind' | 'statuses' | 'seenBy'>;

/** The files that the viewer may see, as a list that is read from a place on. */
export const mediaKeyset = (viewer: Viewer, query: MediaQuery) =>
  mediaList.keyset(searchedBy(viewer, { ...query, ...files, seenBy: viewer }));

/** How a list looks at what its reader may not see. */
export interface MediaSight {
  /** Files that the viewer may not edit are left out after counting. */
  forEdit: boolean;
  /** Totals also count what the viewer may not see (core-rest.md 4.8). */
  countsUnreadable: boolean;
}

/** Files that the viewer may see, and how many there are of these. */
export async function listMedia(
  site: Site,
  viewer: Viewer,
  query: MediaQuery & PageOptions,
  { forEdit, countsUnreadable }: MediaSight,
  find: FindContent,
): Promise<ContentPage> {
  checkOrder(query);
  const ofFiles = { ...query, ...files, seenBy: countsUnreadable ? undefined : viewer };
  const found = await loadPageOf(mediaList, site, searchedBy(viewer, ofFiles));
  const shown = await Promise.all(found.nodes.map(async (one) => (forEdit ? canEdit(viewer, one) : await canReadMedia(viewer, one, find))));
  return { ...found, nodes: found.nodes.filter((_, i) => shown[i]) };
}
