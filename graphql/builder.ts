import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import SimpleObjectsPlugin from '@pothos/plugin-simple-objects';
import SubGraphPlugin from '@pothos/plugin-sub-graph';
import type { WallTime } from '#app/core/time/wall-time.ts';
import type { Upload } from '#app/core/http/upload.ts';
import { getDatamodel } from '#app/generated/pothos.ts';
import ReplacementPlugin from './compatibility.ts';
import { checkGlobalIds, readGlobalId } from './global-ids.ts';
import PrismaConnections, { prismaConnectionMark } from './prisma-connections.ts';
import {
  computeConnectionComplexity,
  nodeComplexity,
  MAX_PAGE_SIZE,
  connectionDescriptions,
  DEFAULT_PAGE_SIZE,
} from './connection-descriptions.ts';
import type { Context } from './context.ts';
import type { Models } from './models.ts';

/**
 * The schema builder with which all types are declared. Fields are non-null unless declared otherwise.
 *
 * Every member is public unless it is marked with `...legacy({ use: … })` or `...legacyOnly(…)` (`compatibility.ts`). Marked arguments, fields, input
 * fields and types exist only for the REST API and are not in the schema of `/graphql` (`schema.ts`).
 */
export const builder = new SchemaBuilder<{
  Context: Context;
  PrismaTypes: Models;
  DefaultFieldNullability: false;
  AuthScopes: { public: boolean };
  SubGraphs: 'public' | 'compatibility';
  Scalars: {
    ID: { Input: string; Output: string | number };
    Decimal: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date | WallTime };
    LocalDateTime: { Input: WallTime; Output: Date | WallTime };
    Moment: { Input: string | number; Output: string | number };
    HTML: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
    Upload: { Input: Upload; Output: never };
    TextStream: { Input: never; Output: AsyncIterable<string> };
  };
}>({
  plugins: [
    ScopeAuthPlugin,
    ComplexityPlugin,
    PrismaPlugin,
    RelayPlugin,
    SimpleObjectsPlugin,
    SubGraphPlugin,
    PrismaConnections,
    ReplacementPlugin,
  ],
  defaultFieldNullability: false,
  prisma: {
    client: (context) => context.site.db.prisma,
    dmmf: getDatamodel(),
    exposeDescriptions: true,
    filterConnectionTotalCount: true,
    maxConnectionSize: MAX_PAGE_SIZE,
    defaultConnectionSize: DEFAULT_PAGE_SIZE,
  },
  // lists inside an object (terms, organizers) are short; long lists are paginated and declare their own cost
  complexity: { defaultListMultiplier: 3 },
  subGraphs: { defaultForTypes: ['public', 'compatibility'], fieldsInheritFromTypes: true },
  scopeAuth: { authScopes: () => ({ public: true }) },
  relay: {
    cursorType: 'String',
    idFieldOptions: { description: 'Global ID of the object.' },
    pageInfoTypeOptions: { description: 'Position of this part in the list.' },
    hasNextPageFieldOptions: { nullable: false, description: 'Whether there are items after this part.' },
    hasPreviousPageFieldOptions: { nullable: false, description: 'Whether there are items before this part.' },
    startCursorFieldOptions: { nullable: true, description: 'Cursor of the first node; null if there are no nodes.' },
    endCursorFieldOptions: { nullable: true, description: 'Cursor of the last node, to be passed as `after`; null if there are no nodes.' },
    firstArgOptions: { description: connectionDescriptions.first },
    afterArgOptions: { description: connectionDescriptions.after },
    lastArgOptions: { description: connectionDescriptions.last },
    beforeArgOptions: { description: connectionDescriptions.before },
    defaultConnectionFieldOptions: { complexity: computeConnectionComplexity },
    defaultConnectionTypeOptions: { extensions: prismaConnectionMark },
    nodesOnConnection: { complexity: nodeComplexity, description: connectionDescriptions.nodes },
    edgesFieldOptions: { complexity: nodeComplexity, description: connectionDescriptions.edges },
    pageInfoFieldOptions: { nullable: false, description: connectionDescriptions.pageInfo },
    nodeFieldOptions: { description: connectionDescriptions.node },
    cursorFieldOptions: { description: connectionDescriptions.cursor },
    nodeTypeOptions: { description: 'An object that can be loaded by its global ID.' },
    decodeGlobalID: readGlobalId,
    nodeQueryOptions: {
      args: { id: { description: 'Global ID of the object.' } },
      description: 'The object with this global ID; null if it does not exist or you may not see it.',
      resolve: async (_root, { id }, _context, info, resolveNode) => {
        checkGlobalIds([id], info);
        return await resolveNode(id);
      },
    },
    nodesQueryOptions: {
      args: { ids: { description: 'Global IDs of the objects.' } },
      description:
        'The objects with these global IDs, at most 100, in the same order; null in place of each object that does not exist or that you may not see.',
      complexity: ({ ids }: { ids: readonly unknown[] }) => ({ field: 1, multiplier: ids.length }),
      resolve: async (_root, { ids }, _context, info, resolveNodes) => {
        checkGlobalIds(ids, info);
        return await resolveNodes(ids);
      },
    },
  },
});

builder.queryType({ description: 'Root of all queries.' });
builder.mutationType({ description: 'Root of all mutations. Each field returns a payload with the changed object.' });

/** Field builder of an input type. */
export type InputFields = Parameters<NonNullable<Parameters<typeof builder.inputType>[1]>['fields']>[0];
