import type { ContentInput } from '#app/domains/content/changes.input.ts';
import type { MediaInput } from '#app/domains/media/library.service.ts';
import { builder } from '../builder.ts';
import { oneOf } from '../public/public-mapping.ts';
import { openness } from '../content/closed-sets.ts';
import { nulls } from '../public/nulls.ts';
import { zoneIn } from '../public/former-names.ts';

type InputFields = Parameters<NonNullable<Parameters<typeof builder.inputType>[1]>['fields']>[0];

const writeFields = (t: InputFields) => ({
  title: t.string({ description: 'Title; of a new file its name, when absent.' }),
  altText: t.string({ description: 'What to say where the image cannot be seen.' }),
  caption: t.string({ description: 'Shown under the image; HTML.' }),
  description: t.string({ description: 'About the file; HTML.' }),
  slug: t.string({ description: 'Name in addresses, made fit and unique.' }),
  authorId: t.int({ description: 'Who uploaded it; you, when absent.' }),
  attachedToId: t.int({ description: 'Content it belongs to, which you must be allowed to edit; null = none.' }),
  date: t.string({ description: "`YYYY-MM-DDTHH:MM:SS` on the site's clock, or with a zone. Wins over `dateUtc`." }),
  dateUtc: t.string({ ...zoneIn('date'), description: 'The same in UTC.' }),
  commentStatus: t.string({ ...oneOf(openness, 'Whether comments are taken.') }),
  pingStatus: t.string({ ...oneOf(openness, 'Whether pingbacks are taken.') }),
  template: t.string({ description: 'Must be empty.' }),
  meta: t.field({ type: 'JSON', description: 'Registered extension keys; a null value brings the default back.' }),
});

/** What is said of a new file. */
export const MediaDraft = builder.inputType('MediaDraft', {
  description: 'What is said of a new file.',
  fields: (t) => writeFields(t as never),
});

/** What changes about a file. */
export const MediaChanges = builder.inputType('MediaChanges', {
  ...nulls({ clearedBy: { altText: '', caption: '', description: '', attachedToId: 0 }, passed: ['slug', 'template'] }),
  description: 'What changes about a file.',
  fields: (t) => writeFields(t as never),
});

type WrittenMedia = Omit<ContentInput, 'content' | 'excerpt' | 'parentId' | 'terms' | 'status' | 'password'> & {
  altText?: string | null | undefined;
  caption?: string | null | undefined;
  description?: string | null | undefined;
  attachedToId?: number | null | undefined;
};

/** A file as the GraphQL inputs describe it, in the words of the service. */
export function mediaInput(written: object): MediaInput {
  const { caption, description, attachedToId, ...same } = written as WrittenMedia;
  return { ...same, excerpt: caption, content: description, parentId: attachedToId };
}
