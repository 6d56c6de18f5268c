import type { ContentInput } from '#app/domains/content/changes.input.ts';
import { builder } from '../builder.ts';
import { oneOf } from '../public/public-mapping.ts';
import { openness, publicationStatuses } from '../content/closed-sets.ts';
import { nulls } from '../public/nulls.ts';
import { zoneIn } from '../public/former-names.ts';

type InputFields = Parameters<NonNullable<Parameters<typeof builder.inputType>[1]>['fields']>[0];

const writeFields = (t: InputFields) => ({
  title: t.string({ description: 'Title as plain text.' }),
  body: t.string({ description: 'Text; HTML or blocks. Markup that you may not write is removed.' }),
  excerpt: t.string({ description: 'Teaser; empty = made from the text.' }),
  slug: t.string({ description: 'Name in addresses, made fit and unique; empty or null = made from the title.' }),
  status: t.string({
    ...oneOf(publicationStatuses, 'How far it is: published, scheduled, a draft, waiting for review or private; new pages are drafts.', {
      old: '`publish`, `future`, `draft`, `pending`, `private`; new pages are drafts.',
    }),
  }),
  password: t.string({ description: 'Password that readers need; empty or null = none.' }),
  authorId: t.int({ description: 'Author; you, when absent.' }),
  featuredMediaId: t.int({ description: 'Number of the featured image; null = none.' }),
  commentStatus: t.string({ ...oneOf(openness, 'Whether comments are taken.') }),
  pingStatus: t.string({ ...oneOf(openness, 'Whether pingbacks are taken.') }),
  template: t.string({ description: 'Template of the page; only empty or the present one.' }),
  parentId: t.int({ description: 'Number of the parent page; null = none.' }),
  menuOrder: t.int({ description: 'Its place where order is set by hand.' }),
  date: t.string({
    description:
      "`YYYY-MM-DDTHH:MM:SS` on the site's clock, or with a zone. Null resets: now, or floating for drafts. Wins over `dateUtc`.",
  }),
  dateUtc: t.string({ ...zoneIn('date'), description: 'The same in UTC.' }),
  meta: t.field({ type: 'JSON', description: 'Registered extension keys; a null value brings the default back.' }),
});

/** A new page. */
export const PageDraft = builder.inputType('PageDraft', {
  description: 'A new page.',
  fields: (t) => ({ id: t.int({ description: 'Refused when given: numbers come from the site.' }), ...writeFields(t as never) }),
});

/** What changes on a page. */
export const PageChanges = builder.inputType('PageChanges', {
  ...nulls({
    clearedBy: { title: '', body: '', excerpt: '' },
    passed: ['slug', 'password', 'template', 'date', 'dateUtc', 'featuredMediaId', 'parentId'],
  }),
  description: 'What changes on a page.',
  fields: (t) => writeFields(t as never),
});

type WrittenPage = Omit<ContentInput, 'content' | 'terms' | 'sticky' | 'format'> & { body?: string | null | undefined };

/** A page as the GraphQL inputs write it, in the words of the service. */
export function pageInput(written: object): ContentInput {
  const { body, ...same } = written as WrittenPage;
  return { ...same, content: body };
}
