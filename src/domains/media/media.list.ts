import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Add } from '#app/core/db/keyset.ts';
import type { ContentPage, Narrowing } from '../content/content.list.ts';
import { canEdit } from '../content/content.permissions.ts';
import { attachment } from '../content/kinds.ts';
import type { ContentQuery } from '../content/list.query.ts';
import { readableContent } from '../content/rights.sql.ts';
import { narrowedList, parentConditions } from '#app/domains/content/narrowed-lists/narrowed.list.ts';
import type { Site } from '#app/site.ts';
import { mimeTypesOf } from './file-types.ts';
import { canReadMedia, type FindContent } from './media.access.ts';

/** What a list of files asks for beside what every list does. */
export interface MediaQuery extends Omit<ContentQuery, 'kind' | 'statuses'> {
  /** `image`, `audio`, `video`, `application`: any of them. */
  families?: readonly string[] | undefined;
  mimeTypes?: readonly string[] | undefined;
  excludedParents?: readonly number[] | undefined;
}

/** What narrows lists of files and no others. */
type MediaWish = Pick<MediaQuery, 'families' | 'mimeTypes' | 'parents' | 'excludedParents'>;

/** The conditions on files that lists of other content do not have. */
export function mediaConditions({ families, mimeTypes, parents, excludedParents }: MediaWish, p: Parameters<Narrowing>[0]): string[] {
  const wanted = [...(families ?? []).flatMap(mimeTypesOf), ...(mimeTypes ?? [])];
  const isNarrowed = (families?.length ?? 0) + (mimeTypes?.length ?? 0) > 0;
  return [
    ...(isNarrowed ? [`EXISTS (SELECT 1 FROM media m WHERE m.content_id = c.id AND m.mime_type = ANY(${p.add(wanted)}::text[]))`] : []),
    ...parentConditions({ parents, excludedParents }, p),
  ];
}

/** `canReadMedia` as a condition: what is attached to content follows that content, unless the viewer may edit the file. */
export function visibleFiles(viewer: Viewer, add: Add): string[] {
  const mayEdit = (authorId: number | null) => canEdit(viewer, { kind: attachment.name, status: 'publish', authorId, trashedFrom: null });
  if (mayEdit(null)) return [];
  const isOpen = `NOT EXISTS (SELECT 1 FROM content p WHERE p.id = c.parent_id AND NOT ${readableContent(viewer, 'p', add)})`;
  return [viewer.signedIn && mayEdit(viewer.id) ? `(${isOpen} OR c.author_id = ${add(viewer.id)}::int)` : isOpen];
}

/** `viewer` counts only what that one may see; without, everything is counted. */
const narrowed = ({ viewer, ...wish }: MediaWish & { viewer: Viewer | null }, p: Parameters<Narrowing>[0]): string[] => [
  ...mediaConditions(wish, p),
  ...(viewer ? visibleFiles(viewer, (value) => p.add(value)) : []),
];

const loadPage = narrowedList('media_page', narrowed, [
  { viewer: anonymous, families: ['image'], mimeTypes: ['text/plain'], parents: [0], excludedParents: [1] },
  { viewer: anonymous, parents: [1] },
  { viewer: null, parents: [1] },
]);

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
  query: MediaQuery,
  { forEdit, countsUnreadable }: MediaSight,
  find: FindContent,
): Promise<ContentPage> {
  const { families, mimeTypes, parents, excludedParents, ...same } = query;
  const ofFiles: ContentQuery = { ...same, kind: attachment.name, statuses: ['publish'] };
  const found = await loadPage(site, viewer, ofFiles, {
    viewer: countsUnreadable ? null : viewer,
    families,
    mimeTypes,
    parents,
    excludedParents,
  });
  const shown = await Promise.all(found.nodes.map(async (one) => (forEdit ? canEdit(viewer, one) : await canReadMedia(viewer, one, find))));
  return { ...found, nodes: found.nodes.filter((_, i) => shown[i]) };
}
