import type { ContentInput } from '#app/domains/content/changes.input.ts';
import { category, tag } from '#app/domains/content/terms/taxonomies.ts';
import { builder } from '../builder.ts';
import { PostFormat } from './enums.ts';
import { oneOf } from '../public/public-mapping.ts';
import { openness, publicationStatuses } from './closed-sets.ts';
import { nulls } from '../public/nulls.ts';
import { zoneIn } from '../public/former-names.ts';

/** The fields that drafts and changes of posts share. */
const writeFields = (t: Parameters<NonNullable<Parameters<typeof builder.inputType>[1]>['fields']>[0]) => ({
  title: t.string({ description: 'Title as plain text.' }),
  body: t.string({ description: 'Text; HTML or blocks. Markup that you may not write is removed.' }),
  excerpt: t.string({ description: 'Teaser; empty = made from the text.' }),
  slug: t.string({ description: 'Name in addresses, made fit and unique; empty or null = made from the title.' }),
  status: t.string({
    ...oneOf(publicationStatuses, 'How far it is: published, scheduled, a draft, waiting for review or private; new posts are drafts.', {
      old: '`publish`, `future`, `draft`, `pending`, `private`; new posts are drafts.',
    }),
  }),
  password: t.string({ description: 'Password that readers need; empty or null = none.' }),
  authorId: t.int({ description: 'Author; you, when absent.' }),
  featuredMediaId: t.int({ description: 'Number of the featured image; null = none.' }),
  commentStatus: t.string({ ...oneOf(openness, 'Whether comments are taken.') }),
  pingStatus: t.string({ ...oneOf(openness, 'Whether pingbacks are taken.') }),
  format: t.field({ type: PostFormat, description: 'How a theme may show it.' }),
  template: t.string({ description: 'Template of its page; only empty or the present one.' }),
  isSticky: t.boolean({ description: 'Whether it stays on top of lists. Not together with a password.' }),
  date: t.string({
    description:
      "`YYYY-MM-DDTHH:MM:SS` on the site's clock, or with a zone. Null resets: now, or floating for drafts. Wins over `dateUtc`.",
  }),
  dateUtc: t.string({ ...zoneIn('date'), description: 'The same in UTC.' }),
  meta: t.field({ type: 'JSON', description: 'Registered extension keys; a null value brings the default back.' }),
  categoryIds: t.intList({
    description: 'Categories; replace the old ones. Unknown numbers are left out. Absent on a new post: the default category.',
  }),
  tagIds: t.intList({ description: 'Tags; replace the old ones. Unknown numbers are left out.' }),
});

/** A new post. */
export const PostDraft = builder.inputType('PostDraft', {
  description: 'A new post.',
  fields: (t) => ({ id: t.int({ description: 'Refused when given: numbers come from the site.' }), ...writeFields(t as never) }),
});

/** What changes on a post. */
export const PostChanges = builder.inputType('PostChanges', {
  ...nulls({
    clearedBy: { title: '', body: '', excerpt: '' },
    passed: ['slug', 'password', 'template', 'date', 'dateUtc', 'featuredMediaId', 'categoryIds', 'tagIds'],
  }),
  description: 'What changes on a post.',
  fields: (t) => writeFields(t as never),
});

type WrittenPost = Omit<ContentInput, 'content' | 'sticky' | 'terms'> & {
  body?: string | null | undefined;
  isSticky?: boolean | null | undefined;
  categoryIds?: readonly number[] | null | undefined;
  tagIds?: readonly number[] | null | undefined;
};

/** A post as the GraphQL inputs write it, in the words of the service. */
export function contentInput(written: object): ContentInput {
  const { body, isSticky, categoryIds, tagIds, ...same } = written as WrittenPost;
  return { ...same, content: body, sticky: isSticky, terms: { [category.name]: categoryIds, [tag.name]: tagIds } };
}
