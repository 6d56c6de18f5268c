import type { InterfaceRef, ObjectRef } from '@pothos/core';
import type { Page } from '#app/core/db/page.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { type Connection, type Edge, edgeCursor } from './connection.ts';
import { countedAbove, said } from '../connection-words.ts';
import { formerly } from '../public/former-names.ts';

/** Source of `PageInfo`. Each value is read when it is selected. */
const pageInfoOf = (part: Connection<unknown>) => ({
  get hasNextPage() {
    return part.hasNextPage();
  },
  get hasPreviousPage() {
    return part.hasPreviousPage();
  },
  get startCursor() {
    return part.edges().then((edges) => cursorAt(edges, 0));
  },
  get endCursor() {
    return part.edges().then((edges) => cursorAt(edges, -1));
  },
});

function cursorAt(edges: Edge<unknown>[], index: number): string | null {
  const edge = edges.at(index);
  return edge ? edgeCursor(edge) : null;
}

type NodeType<Node> = ObjectRef<(typeof builder)['$inferSchemaTypes'], Node> | InterfaceRef<(typeof builder)['$inferSchemaTypes'], Node>;

/**
 * Creates the connection and edge types of a type: `PostConnection` and `PostEdge` for `Post`. `nodes` names the nodes in descriptions. `complete`
 * adds columns that the list did not read.
 */
export function connectionType<Node extends object>(
  name: string,
  type: NodeType<Node>,
  nodes: string,
  complete?: (node: Node, context: Context) => Promise<Node | null>,
) {
  const nodeOf = async ({ node }: Edge<Node>, context: Context) => (complete ? await complete(node, context) : node);
  const edge = builder.objectRef<Edge<Node>>(`${name}Edge`).implement({
    description: `An item of a list of ${nodes}.`,
    fields: (t) => ({
      node: t.field({ type, description: said.node, resolve: (part, _args, context) => nodeOf(part, context) as never }),
      cursor: t.string({ description: said.cursor, resolve: edgeCursor }),
    }),
  });
  return builder.objectRef<Connection<Node>>(`${name}Connection`).implement({
    description: `A part of a list of ${nodes}.`,
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        complexity: countedAbove,
        description: said.edges,
        resolve: (part) => part.edges(),
      }),
      nodes: t.field({
        type: [type],
        complexity: countedAbove,
        description: said.nodes,
        resolve: async (part, _args, context) => {
          const edges = await part.edges();
          return (complete ? await Promise.all(edges.map((edge) => nodeOf(edge, context))) : edges.map(({ node }) => node)) as never;
        },
      }),
      pageInfo: t.field({ type: builder.pageInfoRef(), description: said.pageInfo, resolve: (part) => pageInfoOf(part) as never }),
      totalCount: t.int({ description: said.totalCount, resolve: (part) => part.total() }),
    }),
  });
}

/**
 * Creates the type of a page of a list with numbered pages: `PostPage` for `Post`. `nodes` names the nodes in descriptions. `isPrivate`: the total
 * includes nodes that the reader may not see.
 */
export function pageType<Node extends object, Shape extends Page<Node> = Page<Node>>(
  name: string,
  type: NodeType<Node>,
  nodes: string,
  { isPrivate = false } = {},
) {
  return builder.objectRef<Shape>(`${name}Page`).implement({
    description: `One page of a list of ${nodes}.`,
    fields: (t) => ({
      totalCount: t.int({
        ...formerly('total'),
        description: `Number of ${nodes} in the whole list${isPrivate ? ', including those that you may not see' : ''}.`,
        resolve: (page) => page.total,
      }),
      totalPages: t.int({ description: 'Number of pages of the whole list.', resolve: (page) => page.totalPages }),
      nodes: t.field({
        type: [type],
        complexity: countedAbove,
        description: `The ${nodes} of this page${isPrivate ? '; those that you may not see are left out' : ''}.`,
        resolve: (page) => page.nodes as never,
      }),
    }),
  });
}
