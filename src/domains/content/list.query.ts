import type { WallTime } from '#app/core/time/wall-time.ts';

/** Columns that a list may be ordered by. */
export const contentOrders = [
  'author',
  'date',
  'id',
  'include',
  'modified',
  'parent',
  'relevance',
  'slug',
  'include_slugs',
  'title',
  'menu_order',
] as const;
/** What lists of content may be ordered by. */
export type ContentOrder = (typeof contentOrders)[number];

/** Which terms content must carry. */
export interface TermCondition {
  taxonomy: string;
  ids: readonly number[];
  /** `and`: every one of the terms. */
  operator?: 'and' | 'or';
  /** Descendants of a term count as the term. */
  includeChildren?: boolean;
  /** None of the terms instead. */
  isExcluding?: boolean;
}

/** Which content a list holds. Statuses are real ones, `any` has been resolved. */
export interface ContentConditions {
  kind: string;
  statuses: readonly string[];
  /** Statuses in which only this author's content belongs to the list, in addition. */
  ownStatuses?: { authorId: number; statuses: readonly string[] } | undefined;
  search?: string | undefined;
  /** Parts to search in; all when absent. */
  searchColumns?: readonly ('title' | 'excerpt' | 'content')[] | undefined;
  isExactSearch?: boolean | undefined;
  /** Whether content with a password is found by searching: by all its texts, or by its title unless it is by this author; absent = not at all. */
  searchesProtected?: 'texts' | { titlesUnlessBy: number } | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[] | undefined;
  slugs?: readonly string[] | undefined;
  authors?: readonly number[] | undefined;
  excludedAuthors?: readonly number[] | undefined;
  parents?: readonly number[] | undefined;
  after?: WallTime | undefined;
  before?: WallTime | undefined;
  modifiedAfter?: WallTime | undefined;
  modifiedBefore?: WallTime | undefined;
  terms?: readonly TermCondition[] | undefined;
  /** How the term conditions combine. */
  termRelation?: 'and' | 'or' | undefined;
  sticky?: boolean | undefined;
  formats?: readonly string[] | undefined;
}

/** What a list of content is ordered by. */
export interface ContentOrdering {
  orderBy: ContentOrder;
  order: 'asc' | 'desc';
}

/** What a list of content asks for, page by page. */
export interface ContentQuery extends ContentConditions, ContentOrdering {
  page: number;
  perPage: number;
  /** Wins over `page` for choosing rows. */
  offset?: number | null | undefined;
  /** Whether totals count content that the viewer may not read; it is left out of the nodes (core-rest.md 4.8). */
  countsUnreadable?: boolean | undefined;
  /** Sticky content moves to the top of page 1, wherever it would stand (core-rest.md 7.8). */
  stickyFirst?: boolean | undefined;
}
