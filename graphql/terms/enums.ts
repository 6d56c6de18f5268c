import { termList } from '#app/domains/content/terms/term.list.ts';
import { builder } from '../builder.ts';
import { orderValues } from '../connections/filters.ts';

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
  values: orderValues(termList.orders),
});
