import type { ContentInput } from '#app/domains/content/changes.input.ts';
import { builder, type InputFields } from '../builder.ts';
import { createContentFields } from '../content/inputs.ts';
import { nulls } from '../public/nulls.ts';

const pageFields = (t: InputFields) => ({
  ...createContentFields(t, 'pages'),
  parentId: t.int({ description: 'ID of the parent page; null for no parent.' }),
  menuOrder: t.int({ description: 'Position of the page in lists with a manual order.' }),
});

export const PageDraft = builder.inputType('PageDraft', {
  description: 'A new page.',
  fields: (t) => ({ id: t.int({ description: 'Must be absent: the site assigns IDs.' }), ...pageFields(t as never) }),
});

export const PageChanges = builder.inputType('PageChanges', {
  ...nulls({
    clearedBy: { title: '', body: '', excerpt: '' },
    handledByResolver: ['slug', 'password', 'template', 'date', 'dateUtc', 'featuredMediaId', 'parentId'],
  }),
  description: 'Fields of a page to change.',
  fields: (t) => pageFields(t as never),
});

type PageInput = Omit<ContentInput, 'content' | 'terms' | 'sticky' | 'format'> & { body?: string | null | undefined };

/** Converts the GraphQL input of a page to the input of the service. */
export function toPageInput(input: object): ContentInput {
  const { body, ...otherFields } = input as PageInput;
  return { ...otherFields, content: body };
}
