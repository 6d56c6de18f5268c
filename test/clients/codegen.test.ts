import { generate } from '@graphql-codegen/cli';
import { preset } from '@graphql-codegen/client-preset';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

it("GraphQL Code Generator's client preset generates typed documents from the printed schema without custom settings", async () => {
  const files: { filename: string; content: string }[] = await generate(
    {
      cwd: root,
      silent: true,
      schema: 'graphql/schema.graphql',
      documents: ['examples/front-end/apollo/documents.graphql'],
      generates: { 'generated/': { preset, plugins: [] } },
    },
    false,
  );
  const generated = new Map(files.map(({ filename, content }) => [filename.slice(filename.indexOf('generated/')), content]));
  expect([...generated.keys()].sort()).toEqual([
    'generated/fragment-masking.ts',
    'generated/gql.ts',
    'generated/graphql.ts',
    'generated/index.ts',
  ]);
  const documents = generated.get('generated/graphql.ts') as string;
  expect(documents).toMatch(
    /export const ApolloPostsDocument = .* as unknown as DocumentNode<ApolloPostsQuery, ApolloPostsQueryVariables>;/,
  );
  expect(documents).toMatch(/export type ApolloRenameMutationVariables/);
  expect(documents).not.toMatch(/: any\b/);
});
