import type { ContentInput } from '#app/domains/content/changes.input.ts';
import type { MediaInput } from '#app/domains/media/library.service.ts';
import { builder, type InputFields } from '../builder.ts';
import { oneOf } from '../public/public-mapping.ts';
import { openness } from '../content/enum-definitions.ts';
import { nulls } from '../public/nulls.ts';
import { deprecateUtcInput } from '../public/former-names.ts';

const writeFields = (t: InputFields) => ({
  title: t.string({ description: 'Title; the file name by default.' }),
  altText: t.string({ description: 'Alternative text of the image.' }),
  caption: t.string({ description: 'Caption of the image, as HTML.' }),
  description: t.string({ description: 'Description of the file, as HTML.' }),
  slug: t.string({ description: 'Name in URLs. The site makes it unique.' }),
  authorId: t.int({ description: 'ID of the author; your own ID for a new file by default.' }),
  attachedToId: t.int({
    description: 'ID of the content item to which the file is attached; null for none. You must be allowed to edit that content item.',
  }),
  date: t.string({
    description:
      'Date in the form `YYYY-MM-DDTHH:MM:SS`, in the time zone of the site, or with the UTC offset of another time zone. Takes precedence over `dateUtc`.',
  }),
  dateUtc: t.string({ ...deprecateUtcInput('date'), description: 'The value of `date` in UTC.' }),
  commentStatus: t.string({ ...oneOf(openness, 'Whether readers can comment.') }),
  pingStatus: t.string({ ...oneOf(openness, 'Whether the content accepts pingbacks.') }),
  template: t.string({ description: 'Must be empty.' }),
  meta: t.field({ type: 'JSON', description: 'Values of registered meta keys; null restores the default of a key.' }),
});

/** Metadata of a new file. */
export const MediaDraft = builder.inputType('MediaDraft', {
  description: 'Metadata of a new file.',
  fields: (t) => writeFields(t as never),
});

export const MediaChanges = builder.inputType('MediaChanges', {
  ...nulls({ clearedBy: { altText: '', caption: '', description: '', attachedToId: 0 }, handledByResolver: ['slug', 'template'] }),
  description: 'The fields of a file to change.',
  fields: (t) => writeFields(t as never),
});

type MediaFields = Omit<ContentInput, 'content' | 'excerpt' | 'parentId' | 'terms' | 'status' | 'password'> & {
  altText?: string | null | undefined;
  caption?: string | null | undefined;
  description?: string | null | undefined;
  attachedToId?: number | null | undefined;
};

/** Converts the GraphQL input of a file to the input of the media service. */
export function toMediaInput(input: object): MediaInput {
  const { caption, description, attachedToId, ...fields } = input as MediaFields;
  return { ...fields, excerpt: caption, content: description, parentId: attachedToId };
}
