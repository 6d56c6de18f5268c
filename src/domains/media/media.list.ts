import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { ContentPage, Narrowing } from '../content/content.list.ts';
import { canEdit } from '../content/content.permissions.ts';
import { attachment } from '../content/kinds.ts';
import type { ContentQuery } from '../content/list.query.ts';
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

const loadPage = narrowedList('media_page', mediaConditions, [
  { families: ['image'], mimeTypes: ['text/plain'], parents: [0], excludedParents: [1] },
  { parents: [1] },
]);

/** Files as the viewer sees them: those they may not see (with `forEdit`: not edit) are left out after counting. */
export async function listMedia(site: Site, viewer: Viewer, query: MediaQuery, forEdit: boolean, find: FindContent): Promise<ContentPage> {
  const { families, mimeTypes, parents, excludedParents, ...same } = query;
  const ofFiles: ContentQuery = { ...same, kind: attachment.name, statuses: ['publish'] };
  const found = await loadPage(site, viewer, ofFiles, { families, mimeTypes, parents, excludedParents });
  const shown = await Promise.all(found.nodes.map(async (one) => (forEdit ? canEdit(viewer, one) : await canReadMedia(viewer, one, find))));
  return { ...found, nodes: found.nodes.filter((_, i) => shown[i]) };
}
