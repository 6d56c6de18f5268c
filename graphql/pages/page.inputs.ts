import type { ContentInput } from '#app/domains/content/changes.input.ts';
import { builder } from '../builder.ts';
import { oneOf } from '../public/public-mapping.ts';
import { openness, publicationStatuses } from '../content/closed-sets.ts';
import { nulls } from '../public/nulls.ts';
import { zoneIn } from '../public/former-names.ts';

type InputFields = Parameters<NonNullable<Parameters<typeof builder.inputType>[1]>['fields']>[0];

const writeFields = (t: InputFields) => ({
  title: t.string({ description: 'Title as plain text.' }),
  body: t.string({ description: 'HTML or blocks. Markup that you are not allowed to write is removed.' }),
  excerpt: t.string({ description: 'Excerpt; empty = made from the text.' }),
  slug: t.string({ description: 'Name in URLs, which is made unique; empty or null = made from the title.' }),
  status: t.string({
    ...oneOf(publicationStatuses, 'Publication status; new pages are drafts.', {
      old: '`publish`, `future`, `draft`, `pending`, `private`; new pages are drafts.',
    }),
  }),
  password: t.string({ description: 'Password that readers need; empty or null = none.' }),
  authorId: t.int({ description: 'ID of the author; your own ID by default.' }),
  featuredMediaId: t.int({ description: 'ID of the featured image; null = none.' }),
  commentStatus: t.string({ ...oneOf(openness, 'Whether readers can comment.') }),
  pingStatus: t.string({ ...oneOf(openness, 'Whether the content accepts pingbacks.') }),
  template: t.string({ description: 'Template of the page; must be empty or the current one.' }),
  parentId: t.int({ description: 'ID of the parent page; null = none.' }),
  menuOrder: t.int({ description: 'Position in a manual order.' }),
  date: t.string({
    description:
      "Publication date, `YYYY-MM-DDTHH:MM:SS`, on the site's clock or with a zone. Null resets it to now, or to a date that is not fixed for drafts. Takes precedence over `dateUtc`.",
  }),
  dateUtc: t.string({ ...zoneIn('date'), description: 'The value of `date` in UTC.' }),
  meta: t.field({ type: 'JSON', description: 'Registered extension keys; null restores the default of a key.' }),
});

export const PageDraft = builder.inputType('PageDraft', {
  description: 'A new page.',
  fields: (t) => ({ id: t.int({ description: 'Must be absent: the site assigns IDs.' }), ...writeFields(t as never) }),
});

export const PageChanges = builder.inputType('PageChanges', {
  ...nulls({
    clearedBy: { title: '', body: '', excerpt: '' },
    passed: ['slug', 'password', 'template', 'date', 'dateUtc', 'featuredMediaId', 'parentId'],
  }),
  description: 'Fields of a page to change.',
  fields: (t) => writeFields(t as never),
});

type WrittenPage = Omit<ContentInput, 'content' | 'terms' | 'sticky' | 'format'> & { body?: string | null | undefined };

/** Converts the GraphQL input of a page to that of the service. */
export function pageInput(written: object): ContentInput {
  const { body, ...same } = written as WrittenPage;
  return { ...same, content: body };
}
