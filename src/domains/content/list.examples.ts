import { type ContentConditions, contentOrders, type ContentQuery } from './list.query.ts';

const everyCondition: Required<ContentConditions> = {
  kind: 'post',
  statuses: ['publish', 'private'],
  ownStatuses: { authorId: 1, statuses: ['draft'] },
  search: 'a b -c',
  searchColumns: ['title', 'excerpt'],
  isExactSearch: false,
  searchesProtected: { titlesUnlessBy: 1 },
  include: [1],
  exclude: [2],
  slugs: ['a'],
  authors: [1],
  excludedAuthors: [2],
  parents: [1],
  after: '2024-01-01T00:00:00',
  before: '2025-01-01T00:00:00',
  modifiedAfter: '2024-01-01T00:00:00',
  modifiedBefore: '2025-01-01T00:00:00',
  terms: [
    { taxonomy: 'category', ids: [1], includeChildren: true },
    { taxonomy: 'post_tag', ids: [2, 3], operator: 'and' },
    { taxonomy: 'post_tag', ids: [4], isExcluding: true },
  ],
  termRelation: 'or',
  sticky: true,
  formats: ['aside'],
};
const page = { page: 1, perPage: 10 };

/** Queries that together hold every filter and every order of lists of content. */
export const contentExamples: readonly ContentQuery[] = [
  { kind: 'post', statuses: ['publish'], orderBy: 'date', order: 'desc', ...page },
  { kind: 'post', statuses: [], ownStatuses: { authorId: 1, statuses: ['draft'] }, sticky: false, orderBy: 'id', order: 'asc', ...page },
  { kind: 'post', statuses: ['publish'], search: 'a', isExactSearch: true, orderBy: 'relevance', order: 'desc', ...page },
  ...contentOrders.map((orderBy) => ({ ...everyCondition, orderBy, order: 'asc' as const, ...page })),
];
