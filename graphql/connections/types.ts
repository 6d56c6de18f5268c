import type { InterfaceRef, ObjectRef } from '@pothos/core';
import type { Page } from '#app/core/db/page.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { type Connection, type Edge, createEdgeCursor } from './connection.ts';
import { nodeComplexity, connectionDescriptions } from '../connection-descriptions.ts';
import { declareFormerName } from '../public/former-names.ts';

/** Returns the source of `PageInfo`. Each value is read when it is selected. */
const createPageInfo = (connection: Connection<unknown>) => ({
  get hasNextPage() {
    return connection.hasNextPage();
  },
  get hasPreviousPage() {
    return connection.hasPreviousPage();
  },
  get startCursor() {
    return connection.edges().then((edges) => cursorAt(edges, 0));
  },
  get endCursor() {
    return connection.edges().then((edges) => cursorAt(edges, -1));
  },
});

function cursorAt(edges: Edge<unknown>[], index: number): string | null {
  const edge = edges.at(index);
  return edge ? createEdgeCursor(edge) : null;
}

type NodeType<Node> = ObjectRef<(typeof builder)['$inferSchemaTypes'], Node> | InterfaceRef<(typeof builder)['$inferSchemaTypes'], Node>;

/**
 * Creates the connection and edge types of a type: `PostConnection` and `PostEdge` for `Post`. `nodes` names the nodes in descriptions. `complete`
 * adds columns that the list did not read.
 */
export function createConnectionType<Node extends object>(
  name: string,
  type: NodeType<Node>,
  nodes: string,
  complete?: (node: Node, context: Context) => Promise<Node | null>,
) {
  const loadNode = async ({ node }: Edge<Node>, context: Context) => (complete ? await complete(node, context) : node);
  const edgeType = builder.objectRef<Edge<Node>>(`${name}Edge`).implement({
    description: `An item of a list of ${nodes}.`,
    fields: (t) => ({
      node: t.field({
        type,
        description: connectionDescriptions.node,
        resolve: (edge, _args, context) => loadNode(edge, context) as never,
      }),
      cursor: t.string({ description: connectionDescriptions.cursor, resolve: createEdgeCursor }),
    }),
  });
  return builder.objectRef<Connection<Node>>(`${name}Connection`).implement({
    description: `A part of a list of ${nodes}.`,
    fields: (t) => ({
      edges: t.field({
        type: [edgeType],
        complexity: nodeComplexity,
        description: connectionDescriptions.edges,
        resolve: (connection) => connection.edges(),
      }),
      nodes: t.field({
        type: [type],
        complexity: nodeComplexity,
        description: connectionDescriptions.nodes,
        resolve: async (connection, _args, context) => {
          const edges = await connection.edges();
          return (complete ? await Promise.all(edges.map((edge) => loadNode(edge, context))) : edges.map(({ node }) => node)) as never;
        },
      }),
      pageInfo: t.field({
        type: builder.pageInfoRef(),
        description: connectionDescriptions.pageInfo,
        resolve: (connection) => createPageInfo(connection) as never,
      }),
      totalCount: t.int({ description: connectionDescriptions.totalCount, resolve: (connection) => connection.total() }),
    }),
  });
}

/**
 * Creates the type of a page of a list with numbered pages: `PostPage` for `Post`. `nodes` names the nodes in descriptions. With `isPrivate`, the
 * total includes nodes that the viewer may not see.
 */
export function createPageType<Node extends object, Shape extends Page<Node> = Page<Node>>(
  name: string,
  type: NodeType<Node>,
  nodes: string,
  { isPrivate = false } = {},
) {
  return builder.objectRef<Shape>(`${name}Page`).implement({
    description: `One page of a list of ${nodes}.`,
    fields: (t) => ({
      totalCount: t.int({
        ...declareFormerName('total'),
        description: `Number of ${nodes} in the whole list${isPrivate ? ', including those that you may not see' : ''}.`,
        resolve: (page) => page.total,
      }),
      totalPages: t.int({ description: 'Number of pages of the whole list.', resolve: (page) => page.totalPages }),
      nodes: t.field({
        type: [type],
        complexity: nodeComplexity,
        description: `The ${nodes} of this page${isPrivate ? '; those that you may not see are left out' : ''}.`,
        resolve: (page) => page.nodes as never,
      }),
    }),
  });
}
