import type { ContentInput } from '#app/domains/content/changes.input.ts';
import { category, tag } from '#app/domains/content/terms/taxonomies.ts';
import { builder, type InputFields } from '../builder.ts';
import { PostFormat } from './enums.ts';
import { oneOf } from '../public/public-mapping.ts';
import { openness, publicationStatuses } from './enum-definitions.ts';
import { nulls } from '../public/nulls.ts';
import { deprecateUtcInput } from '../public/former-names.ts';

/** Returns the fields that drafts and changes of posts and pages share. */
export const createContentFields = (t: InputFields, plural: 'posts' | 'pages') => ({
  title: t.string({ description: 'Title as plain text.' }),
  body: t.string({ description: 'Text as HTML or blocks. Markup that you are not allowed to write is removed.' }),
  excerpt: t.string({ description: 'Excerpt. If it is empty, the excerpt is taken from the text.' }),
  slug: t.string({
    description: 'Name in URLs. The site makes it unique, and creates it from the title if it is empty or null.',
  }),
  status: t.string({
    ...oneOf(publicationStatuses, `Publication status; new ${plural} are drafts.`, {
      old: `\`publish\`, \`future\`, \`draft\`, \`pending\`, \`private\`; new ${plural} are drafts.`,
    }),
  }),
  password: t.string({ description: 'Password that readers need; empty or null for no password.' }),
  authorId: t.int({ description: 'ID of the author; your own ID for a new object by default.' }),
  featuredMediaId: t.int({ description: 'ID of the featured image; null for no image.' }),
  commentStatus: t.string({ ...oneOf(openness, 'Whether readers can comment.') }),
  pingStatus: t.string({ ...oneOf(openness, 'Whether the content accepts pingbacks.') }),
  template: t.string({ description: 'Template of the page. Must be empty or the current template.' }),
  date: t.string({
    description:
      'Publication date, `YYYY-MM-DDTHH:MM:SS`, in the time zone of the site, or with the UTC offset of another time zone. Null sets the current time; drafts then have no fixed date. Takes precedence over `dateUtc`.',
  }),
  dateUtc: t.string({ ...deprecateUtcInput('date'), description: 'The value of `date` in UTC.' }),
  meta: t.field({ type: 'JSON', description: 'Values of registered meta keys; null restores the default of a key.' }),
});

const writeFields = (t: InputFields) => ({
  ...createContentFields(t, 'posts'),
  format: t.field({ type: PostFormat, description: 'Post format, which a theme may use.' }),
  isSticky: t.boolean({ description: 'Whether the post stays at the top of lists; not possible for a post with a password.' }),
  categoryIds: t.intList({
    description:
      'Categories by ID. They replace the previous ones; unknown IDs are ignored. A new post without categories gets the default category.',
  }),
  tagIds: t.intList({ description: 'Tags by ID. They replace the previous ones. Unknown IDs are ignored.' }),
});

export const PostDraft = builder.inputType('PostDraft', {
  description: 'A new post.',
  fields: (t) => ({ id: t.int({ description: 'Must be absent: the site assigns IDs.' }), ...writeFields(t as never) }),
});

export const PostChanges = builder.inputType('PostChanges', {
  ...nulls({
    clearedBy: { title: '', body: '', excerpt: '' },
    handledByResolver: ['slug', 'password', 'template', 'date', 'dateUtc', 'featuredMediaId', 'categoryIds', 'tagIds'],
  }),
  description: 'Fields of a post to change.',
  fields: (t) => writeFields(t as never),
});

type PostFields = Omit<ContentInput, 'content' | 'sticky' | 'terms'> & {
  body?: string | null | undefined;
  isSticky?: boolean | null | undefined;
  categoryIds?: readonly number[] | null | undefined;
  tagIds?: readonly number[] | null | undefined;
};

/** Converts the GraphQL input of a post to the input of the content service. */
export function toContentInput(input: object): ContentInput {
  const { body, isSticky, categoryIds, tagIds, ...fields } = input as PostFields;
  return { ...fields, content: body, sticky: isSticky, terms: { [category.name]: categoryIds, [tag.name]: tagIds } };
}
