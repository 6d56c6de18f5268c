import { termList } from '#app/domains/content/terms/term.list.ts';
import { builder } from '../builder.ts';
import { createOrderValues } from '../connections/filters.ts';

export const Taxonomy = builder.enumType('Taxonomy', {
  description: 'Type of a term.',
  values: {
    CATEGORY: { value: 'category', description: 'Categories of posts, which form a hierarchy.' },
    TAG: { value: 'post_tag', description: 'Tags of posts and events.' },
    EVENT_CATEGORY: { value: 'event_category', description: 'Categories of events, which form a hierarchy.' },
  } as const,
});

export const TermOrder = builder.enumType('TermOrder', {
  description: 'Order of a list of terms.',
  values: createOrderValues(termList.orders),
});
