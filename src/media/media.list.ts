import type { Viewer } from '../auth/viewer.ts';
import type { ContentPage } from '../content/content.list.ts';
import { canEdit } from '../content/content.permissions.ts';
import { attachment } from '../content/kinds.ts';
import type { ContentQuery } from '../content/list.query.ts';
import { loadNarrowedPage, type Narrowing, parentConditions } from '../narrowed-lists/narrowed.list.ts';
import type { Site } from '../site.ts';
import { mimeTypesOf } from './file-types.ts';
import { canReadMedia, type FindContent } from './media.access.ts';

/** What a list of files asks for beside what every list does. */
export interface MediaQuery extends Omit<ContentQuery, 'kind' | 'statuses'> {
  /** `image`, `audio`, `video`, `application`: any of them. */
  families?: readonly string[] | undefined;
  mimeTypes?: readonly string[] | undefined;
  excludedParents?: readonly number[] | undefined;
}

/** The conditions on files that lists of other content do not have. */
export function mediaConditions(
  { families, mimeTypes, parents, excludedParents }: Pick<MediaQuery, 'families' | 'mimeTypes' | 'parents' | 'excludedParents'>,
  p: Parameters<Narrowing>[0],
): string[] {
  const wanted = [...(families ?? []).flatMap(mimeTypesOf), ...(mimeTypes ?? [])];
  const isNarrowed = (families?.length ?? 0) + (mimeTypes?.length ?? 0) > 0;
  return [
    ...(isNarrowed ? [`EXISTS (SELECT 1 FROM media m WHERE m.content_id = c.id AND m.mime_type = ANY(${p.add(wanted)}::text[]))`] : []),
    ...parentConditions({ parents, excludedParents }, p),
  ];
}

/** Files as the viewer sees them: those they may not see (with `forEdit`: not edit) are left out after counting. */
export async function listMedia(site: Site, viewer: Viewer, query: MediaQuery, forEdit: boolean, find: FindContent): Promise<ContentPage> {
  const { families: _families, mimeTypes: _types, parents: _parents, excludedParents: _excluded, ...same } = query;
  const found = await loadNarrowedPage(site, viewer, { ...same, kind: attachment.name, statuses: ['publish'] }, (p) =>
    mediaConditions(query, p),
  );
  const shown = await Promise.all(found.nodes.map(async (one) => (forEdit ? canEdit(viewer, one) : await canReadMedia(viewer, one, find))));
  return { ...found, nodes: found.nodes.filter((_, i) => shown[i]) };
}
