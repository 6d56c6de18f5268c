import { contentFormats } from '#app/domains/content/changes.input.ts';
import { builder } from '../builder.ts';
import { formatMeanings } from './closed-sets.ts';

/** What a list of posts is ordered by; equal ones follow their ids. */
export const PostOrder = builder.enumType('PostOrder', {
  description: 'What a list of posts is ordered by; equal ones follow their ids.',
  values: {
    AUTHOR: { value: 'author', description: 'Number of the author.' },
    DATE: { value: 'date', description: 'Publication date.' },
    ID: { value: 'id', description: 'Number.' },
    INCLUDE: { value: 'include', description: 'The order of `filter.include`; the direction does not matter.' },
    MODIFIED: { value: 'modified', description: 'Last change.' },
    PARENT: { value: 'parent', description: 'Number of the parent.' },
    RELEVANCE: { value: 'relevance', description: 'How well the search fits; needs `filter.search`.' },
    SLUG: { value: 'slug', description: 'Slug.' },
    INCLUDE_SLUGS: { value: 'include_slugs', description: 'The order of `filter.slugs`; the direction does not matter.' },
    TITLE: { value: 'title', description: 'Title, without regard to case and accents.' },
  } as const,
});

/** What a list of pages is ordered by; equal ones follow their numbers. */
export const PageOrder = builder.enumType('PageOrder', {
  description: 'What a list of pages is ordered by; equal ones follow their numbers.',
  values: {
    DATE: { value: 'date', description: 'Publication date.' },
    ID: { value: 'id', description: 'Number.' },
    MENU_ORDER: { value: 'menu_order', description: 'The order set by hand.' },
    MODIFIED: { value: 'modified', description: 'Last change.' },
    SLUG: { value: 'slug', description: 'Slug.' },
    TITLE: { value: 'title', description: 'Title, without regard to case and accents.' },
  } as const,
});

/** How a theme may show a post. */
export const PostFormat = builder.enumType('PostFormat', {
  description: 'How a theme may show a post.',
  values: Object.fromEntries(
    contentFormats.map((format) => [format.toUpperCase(), { value: format, description: formatMeanings[format] }]),
  ) as Record<Uppercase<(typeof contentFormats)[number]>, { value: (typeof contentFormats)[number]; description: string }>,
});

/** How several conditions combine. */
export const TermOperator = builder.enumType('TermOperator', {
  description: 'How several conditions combine.',
  values: { AND: { value: 'and', description: 'All of them.' }, OR: { value: 'or', description: 'Any of them.' } } as const,
});

/** Where a search looks. */
export const SearchColumn = builder.enumType('SearchColumn', {
  description: 'Where a search looks.',
  values: {
    POST_TITLE: { value: 'title', description: 'Title.' },
    POST_CONTENT: { value: 'content', description: 'Text.' },
    POST_EXCERPT: { value: 'excerpt', description: 'Excerpt.' },
  } as const,
});

/** How a search compares. */
export const SearchSemantics = builder.enumType('SearchSemantics', {
  description: 'How a search compares.',
  values: { EXACT: { value: 'exact', description: 'A term must be the whole of a title, excerpt or text, not a part of it.' } } as const,
});
