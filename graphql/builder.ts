import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import SimpleObjectsPlugin from '@pothos/plugin-simple-objects';
import type PrismaTypes from '#app/generated/pothos.ts';
import { getDatamodel } from '#app/generated/pothos.ts';
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
  scopeAuth: { authScopes: () => ({ public: true }) },
  relay: { cursorType: 'String' },
});

builder.queryType({ description: 'What can be read.' });
builder.mutationType({ description: 'What can be changed; one field per act, each answers the changed object.' });
