import type { MediaQuery } from '#app/domains/media/media.list.ts';
import type { Site } from '#app/site.ts';
import { builder } from '../builder.ts';
import { onlyForRest } from '../compatibility.ts';
import { SearchColumn, SearchSemantics } from '../content/enums.ts';
import { sharedConditions } from '../content/shared-conditions.ts';

const MediaFamily = builder.enumType('MediaFamily', {
  description: 'Kinds of files.',
  values: {
    IMAGE: { value: 'image', description: 'Images.' },
    VIDEO: { value: 'video', description: 'Films.' },
    TEXT: { value: 'text', description: 'Texts; the library takes none.' },
    APPLICATION: { value: 'application', description: 'Documents.' },
    AUDIO: { value: 'audio', description: 'Sound.' },
  } as const,
});

/** Which files a list holds; conditions are joined by "and". */
export const MediaFilter = builder.inputType('MediaFilter', {
  description: 'Which files a list holds; conditions are joined by "and".',
  fields: (t) => ({
    search: t.string({ description: 'Words that all occur in title, caption or description.' }),
    searchColumns: t.field({ type: [SearchColumn], description: 'Where to search; everywhere when absent.' }),
    searchSemantics: t.field({ type: SearchSemantics, description: 'EXACT: a term must be the whole of a column.' }),
    include: t.intList({ description: 'Only these.' }),
    exclude: t.intList({ description: 'Not these.' }),
    slugs: t.stringList({ description: 'Only with one of these slugs.' }),
    authorIds: t.intList({ description: 'Only uploaded by these.' }),
    excludeAuthorIds: t.intList({ description: 'Not uploaded by these.' }),
    attachedToIds: t.intList({ description: 'Only of these contents.' }),
    excludeAttachedToIds: t.intList({ description: 'Not of these contents.' }),
    families: t.field({ type: [MediaFamily], description: 'Only of these kinds.' }),
    mimeTypes: t.stringList({ description: 'Only of these types, such as `image/png`; in addition to `families` where both are given.' }),
    after: t.string({ description: "Uploaded later than this time of the site's clock (or with a zone)." }),
    before: t.string({ description: 'Uploaded earlier than this.' }),
    modifiedAfter: t.string({ description: 'Changed later than this.' }),
    modifiedBefore: t.string({ description: 'Changed earlier than this.' }),
    statuses: t.stringList({
      ...onlyForRest('Files have one status: a list holds all that you may see.'),
      description: 'Statuses as old clients name them: `inherit` has all files, others none.',
    }),
  }),
});

/** What the filter asks for, in the words of the service. Throws for times that are not. */
export function mediaQuery(
  site: Site,
  filter: typeof MediaFilter.$inferInput,
): Omit<MediaQuery, 'page' | 'perPage' | 'offset' | 'orderBy' | 'order'> {
  return {
    ...sharedConditions(site, filter),
    parents: filter.attachedToIds ?? undefined,
    excludedParents: filter.excludeAttachedToIds ?? undefined,
    families: filter.families ?? undefined,
    mimeTypes: filter.mimeTypes ?? undefined,
  };
}
