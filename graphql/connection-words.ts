/** Most rows of one part of a list. More is an error and not a cut, so that nobody takes a part for the whole. */
export const MAX_PAGE_SIZE = 100;
/** Rows of a part whose length nobody says. */
export const DEFAULT_PAGE_SIZE = 10;

/** The four arguments of a cursor connection, as they are given. */
export interface ConnectionArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** What every connection says of its arguments and fields. */
export const said = {
  first: `Returns the first n items, at most ${MAX_PAGE_SIZE}; ${DEFAULT_PAGE_SIZE} when neither \`first\` nor \`last\` is given.`,
  after: 'Only items after this cursor.',
  last: `Returns the last n items, at most ${MAX_PAGE_SIZE}.`,
  before: 'Only items before this cursor.',
  edges: 'The nodes with their cursors.',
  nodes: 'The nodes without cursors.',
  node: 'The item of this edge.',
  cursor: 'Cursor of the item, for `after` and `before`.',
  pageInfo: 'Position in the list: whether there are further items, and the cursors.',
  totalCount: 'Number of items in the whole list, counted only if selected.',
} as const;

/** What a connection counts in the cost of a document: every node that may come. */
export const connectionComplexity = ({ first, last }: ConnectionArguments) => ({
  field: 1,
  multiplier: Math.min(Math.max(first ?? last ?? DEFAULT_PAGE_SIZE, 1), MAX_PAGE_SIZE),
});

/** Cost of the nodes of a page or connection: the field that returns it has counted them already. */
export const countedAbove = { field: 1, multiplier: 1 };
