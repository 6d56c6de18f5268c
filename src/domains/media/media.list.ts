import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { AddParameter } from '#app/core/db/lists/keyset.ts';
import { defineList, type PageOptions, type QueryOf } from '#app/core/db/lists/list.ts';
import { contentDeclaration, contentFilters, type ContentPage, loadPage } from '../content/content.list.ts';
import { canEdit } from '../content/content.permissions.ts';
import { attachment } from '../content/kinds.ts';
import { buildContentScope, type ContentScope } from '../content/list.scope.ts';
import { checkOrder } from '../content/list.service.ts';
import { declareParentFilter, declareExcludedParentFilter } from '../content/parent.filters.ts';
import { buildReadableCondition } from '../content/permission-conditions.ts';
import { limitSearchToReadable } from '../content/limit-search.ts';
import type { Site } from '#app/site.ts';
import type { FindContent } from '../content/record.ts';
import { canReadMedia } from './media.access.ts';

/** Conditions on lists of files in addition to the filters and the conditions of all content lists. */
interface Scope extends ContentScope {
  /** First parts of MIME types, such as `image`. A file matches if its type belongs to one of these families or is one of `mimeTypes`. */
  families?: readonly string[] | null | undefined;
  mimeTypes?: readonly string[] | null | undefined;
  /** Only files that this viewer may see. */
  seenBy?: Viewer | undefined;
}

/** Returns the rule of `canReadMedia` as SQL conditions: a viewer who may not edit an attached file must be allowed to read its parent. */
function buildVisibilityConditions(viewer: Viewer, add: AddParameter): string[] {
  const canEditFileBy = (authorId: number | null) =>
    canEdit(viewer, { kind: attachment.name, status: 'publish', authorId, trashedFrom: null });
  if (canEditFileBy(null)) return [];
  const parentCondition = `NOT EXISTS (SELECT 1 FROM content p WHERE p.id = c.parent_id AND NOT ${buildReadableCondition(viewer, 'p', add)})`;
  return [viewer.signedIn && canEditFileBy(viewer.id) ? `(${parentCondition} OR c.author_id = ${add(viewer.id)}::int)` : parentCondition];
}

/** Returns an SQL condition on the file name of the content row `c`, so that searches include file names. */
const buildFileNameCondition = (pattern: string) =>
  `EXISTS (SELECT 1 FROM media named WHERE named.content_id = c.id AND lower(named.file) LIKE ${pattern})`;

function buildScope({ families, mimeTypes, seenBy, ...query }: Scope, add: AddParameter, status: string): string[] {
  const typeConditions = [
    ...(families?.length ? [`split_part(m.mime_type, '/', 1) = ANY(${add(families)}::text[])`] : []),
    ...(mimeTypes?.length ? [`m.mime_type = ANY(${add(mimeTypes)}::text[])`] : []),
  ];
  return [
    ...buildContentScope({ ...query, occursElsewhere: buildFileNameCondition }, add, status),
    ...(typeConditions.length > 0 ? [`EXISTS (SELECT 1 FROM media m WHERE m.content_id = c.id AND (${typeConditions.join(' OR ')}))`] : []),
    ...(seenBy ? buildVisibilityConditions(seenBy, add) : []),
  ];
}

const files = { kind: attachment.name, statuses: ['publish'] };

const mediaList = defineList({
  ...contentDeclaration,
  name: 'media',
  filters: {
    ...contentFilters,
    attachedToIds: declareParentFilter('Only files of these content items.'),
    excludeAttachedToIds: declareExcludedParentFilter('Excludes files of these content items.'),
  },
  scope: buildScope,
  examples: [
    { ...files, seenBy: anonymous, families: ['image'], mimeTypes: ['text/plain'] },
    { ...files, seenBy: anonymous, attachedToIds: [1] },
    { ...files, attachedToIds: [1] },
  ],
});

/** Filters of lists of files. */
export const mediaFilters = mediaList.filters;

/** Query of a list of files. */
export type MediaQuery = Omit<QueryOf<typeof mediaList>, 'kind' | 'statuses' | 'seenBy'>;

/** Returns a list with cursors of the files that the viewer may see. */
export const buildMediaKeyset = (viewer: Viewer, query: MediaQuery) =>
  mediaList.createKeyset(limitSearchToReadable(viewer, { ...query, ...files, seenBy: viewer }));

/** Options for files that the viewer may not see. */
export interface UnreadableMediaOptions {
  /** True to omit files that the viewer may not edit. They are still included in the total. */
  forEdit: boolean;
  /** True if the total includes files that the viewer may not see (docs/behaviour/core-rest.md 4.8). */
  countsUnreadable: boolean;
}

/** Returns a page of the files that the viewer may see, with the total number of files. */
export async function listMedia(
  site: Site,
  viewer: Viewer,
  query: MediaQuery & PageOptions,
  { forEdit, countsUnreadable }: UnreadableMediaOptions,
  find: FindContent,
): Promise<ContentPage> {
  checkOrder(query);
  const fileQuery = { ...query, ...files, seenBy: countsUnreadable ? undefined : viewer };
  const page = await loadPage(mediaList, site, limitSearchToReadable(viewer, fileQuery));
  const isShown = await Promise.all(
    page.nodes.map(async (file) => (forEdit ? canEdit(viewer, file) : await canReadMedia(viewer, file, find))),
  );
  return { ...page, nodes: page.nodes.filter((_, i) => isShown[i]) };
}
