import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import SimpleObjectsPlugin from '@pothos/plugin-simple-objects';
import type { Upload } from '#app/core/upload.ts';
import type PrismaTypes from '#app/generated/pothos.ts';
import { getDatamodel } from '#app/generated/pothos.ts';
import { checkGlobalIds, readGlobalId } from './connections/global-ids.ts';
import type { Context } from './context.ts';

/** Where every type of the domain is declared. Fields are non-null unless said otherwise. */
export const builder = new SchemaBuilder<{
  Context: Context;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  AuthScopes: { public: boolean };
  Scalars: {
    ID: { Input: string; Output: string | number };
    DateTime: { Input: Date; Output: Date };
    LocalDateTime: { Input: string; Output: string };
    Moment: { Input: string | number; Output: string | number };
    HTML: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
    Upload: { Input: Upload; Output: never };
  };
}>({
  plugins: [ScopeAuthPlugin, ComplexityPlugin, PrismaPlugin, RelayPlugin, SimpleObjectsPlugin],
  defaultFieldNullability: false,
  prisma: {
    client: (context) => context.site.db.prisma,
    dmmf: getDatamodel(),
    exposeDescriptions: true,
    filterConnectionTotalCount: true,
  },
  // lists inside an object (terms, organizers) are short; long ones are pages and say their size
  complexity: { defaultListMultiplier: 3 },
  scopeAuth: { authScopes: () => ({ public: true }) },
  relay: {
    cursorType: 'String',
    nodeTypeOptions: { description: 'An object that can be read again by its global id.' },
    decodeGlobalID: readGlobalId,
    nodeQueryOptions: {
      description: 'The object with this global id; null when there is none or you may not see it.',
      resolve: async (_root, { id }, _context, info, resolveNode) => {
        checkGlobalIds([id], info);
        return await resolveNode(id);
      },
    },
    nodesQueryOptions: {
      description:
        'The objects with these global ids, at most 100, in the same order; null for each that there is none of or that you may not see.',
      complexity: ({ ids }: { ids: readonly unknown[] }) => ({ field: 1, multiplier: ids.length }),
      resolve: async (_root, { ids }, _context, info, resolveNodes) => {
        checkGlobalIds(ids, info);
        return await resolveNodes(ids);
      },
    },
  },
});

builder.queryType({ description: 'What can be read.' });
builder.mutationType({ description: 'What can be changed; one field per act, each answers the changed object.' });
