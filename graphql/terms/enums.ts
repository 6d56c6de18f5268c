import { builder } from '../builder.ts';

/** Kinds of terms. */
export const Taxonomy = builder.enumType('Taxonomy', {
  description: 'Kinds of terms.',
  values: {
    CATEGORY: { value: 'category', description: 'Categories of posts; may stand below each other.' },
    TAG: { value: 'post_tag', description: 'Tags of posts and events.' },
    EVENT_CATEGORY: { value: 'event_category', description: 'Categories of events; may stand below each other.' },
  } as const,
});

/** What a list of terms is ordered by. */
export const TermOrder = builder.enumType('TermOrder', {
  description: 'What a list of terms is ordered by.',
  values: {
    ID: { value: 'id', description: 'Number.' },
    INCLUDE: { value: 'include', description: 'The order of `filter.include`.' },
    NAME: { value: 'name', description: 'Name, without regard to case and accents.' },
    SLUG: { value: 'slug', description: 'Slug.' },
    INCLUDE_SLUGS: { value: 'include_slugs', description: 'The order of `filter.slugs`.' },
    TERM_GROUP: { value: 'term_group', description: 'As ID: terms are not grouped here.' },
    DESCRIPTION: { value: 'description', description: 'Description.' },
    COUNT: { value: 'count', description: 'Published contents that carry it.' },
  } as const,
});
