import { mediaFilters } from '#app/domains/media/media.list.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { createFilterFields } from '../connections/filters.ts';
import { createSharedFilterFields } from '../content/shared-conditions.ts';

const MediaFamily = builder.enumType('MediaFamily', {
  description: 'Kind of a file.',
  values: {
    IMAGE: { value: 'image', description: 'Images of all formats.' },
    VIDEO: { value: 'video', description: 'Videos of all formats.' },
    TEXT: { value: 'text', description: 'Text files, which the library does not accept.' },
    APPLICATION: { value: 'application', description: 'Documents such as PDF.' },
    AUDIO: { value: 'audio', description: 'Audio files of all formats.' },
  } as const,
});

const { attachedToIds, excludeAttachedToIds } = mediaFilters;

/** Filter of a list of files. Conditions are combined with AND. */
export const MediaFilter = builder.inputType('MediaFilter', {
  description: 'Conditions for files; all of them have to match.',
  fields: (t) => ({
    ...createSharedFilterFields(t, {
      authorIds: { description: 'Only files that were uploaded by these users.' },
      excludeAuthorIds: { description: 'Excludes files that were uploaded by these users.' },
      after: { description: "Only files uploaded after this time. A time without a zone is in the site's time zone." },
      before: { description: "Only files uploaded before this time. A time without a zone is in the site's time zone." },
    }),
    ...createFilterFields(t, { attachedToIds, excludeAttachedToIds }),
    search: t.string({ description: 'Search words. Each must occur in title, caption, description or file name.' }),
    families: t.field({ type: [MediaFamily], description: 'Only files of these kinds.' }),
    mimeTypes: t.stringList({
      description:
        'Only files with one of these MIME types, such as `image/png`. If `families` is also given, a file has to match only one of the two conditions.',
    }),
    statuses: t.stringList({
      ...legacyOnly('Files have only one status.'),
      description: 'Statuses of old clients: `inherit` matches all files, any other status matches no file.',
    }),
  }),
});
