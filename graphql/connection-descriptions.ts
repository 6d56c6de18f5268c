/** Maximum number of rows of a page. A larger number is an error, so that clients do not mistake a page for the whole list. */
export const MAX_PAGE_SIZE = 100;
/** Number of rows of a page if the arguments do not set it. */
export const DEFAULT_PAGE_SIZE = 10;

/** The four arguments of a cursor connection. */
export interface ConnectionArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** Descriptions of the arguments and fields of connections. */
export const connectionDescriptions = {
  first: `Returns the first n items, at most ${MAX_PAGE_SIZE}. Without \`first\` and \`last\`, a page has ${DEFAULT_PAGE_SIZE} items.`,
  after: 'Only items after this cursor.',
  last: `Returns the last n items, at most ${MAX_PAGE_SIZE}.`,
  before: 'Only items before this cursor.',
  edges: 'The nodes with their cursors.',
  nodes: 'The nodes without cursors.',
  node: 'The item of this edge.',
  cursor: 'Cursor of the item, for `after` and `before`.',
  pageInfo: 'Position in the list: whether there are more items, and the cursors of the first and the last item.',
  totalCount: 'Number of items in the whole list, counted only if selected.',
} as const;

/** Returns the cost of a connection, which includes the cost of every node that the connection can return. */
export const computeConnectionComplexity = ({ first, last }: ConnectionArguments) => ({
  field: 1,
  multiplier: Math.min(Math.max(first ?? last ?? DEFAULT_PAGE_SIZE, 1), MAX_PAGE_SIZE),
});

/** Cost of the nodes of a page or connection, which the field that returns the page or connection has already counted. */
export const nodeComplexity = { field: 1, multiplier: 1 };
