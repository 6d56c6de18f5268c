import { contentFormats } from '#app/domains/content/changes.input.ts';
import { contentList } from '#app/domains/content/content.list.ts';
import { builder } from '../builder.ts';
import { createOrderValues } from '../connections/filters.ts';
import { formatMeanings } from './enum-definitions.ts';

const { menu_order: _, ...postOrders } = contentList.orders;

/** Sort key of a list of posts. Ties are sorted by ID. */
export const PostOrder = builder.enumType('PostOrder', {
  description: 'Sort key of a list of posts; ties are sorted by ID.',
  values: createOrderValues(postOrders),
});

/** Sort key of a list of pages. Ties are sorted by ID. */
export const PageOrder = builder.enumType('PageOrder', {
  description: 'Sort key of a list of pages; ties are sorted by ID.',
  values: createOrderValues(contentList.orders, { only: ['date', 'id', 'menu_order', 'modified', 'slug', 'title'] }),
});

export const PostFormat = builder.enumType('PostFormat', {
  description: 'Format of a post, which a theme may use.',
  values: Object.fromEntries(
    contentFormats.map((format) => [format.toUpperCase(), { value: format, description: formatMeanings[format] }]),
  ) as Record<Uppercase<(typeof contentFormats)[number]>, { value: (typeof contentFormats)[number]; description: string }>,
});

export const TermOperator = builder.enumType('TermOperator', {
  description: 'Combination of several conditions.',
  values: {
    AND: { value: 'and', description: 'All of the terms must match.' },
    OR: { value: 'or', description: 'At least one of the terms must match.' },
  } as const,
});

export const SearchColumn = builder.enumType('SearchColumn', {
  description: 'A field in which a search looks.',
  values: {
    POST_TITLE: { value: 'title', description: 'Search in the title.' },
    POST_CONTENT: { value: 'content', description: 'Search in the text.' },
    POST_EXCERPT: { value: 'excerpt', description: 'Search in the excerpt.' },
  } as const,
});

export const SearchSemantics = builder.enumType('SearchSemantics', {
  description: 'How a search compares its terms.',
  values: { EXACT: { value: 'exact', description: 'A term must equal a whole title, excerpt or text.' } } as const,
});
