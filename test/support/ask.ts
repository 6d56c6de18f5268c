import { graphql, type GraphQLSchema } from 'graphql';
import { createContext } from '#graphql/context.ts';
import type { Viewer } from '../../src/domains/identity/auth/viewer.ts';
import type { Site } from '../../src/site.ts';

/** Result of a GraphQL request: the data, and the errors with their codes. */
export interface GraphqlResult {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses freely
  data: any;
  errors: { code: string; status: number; message: string; extensions: Record<string, unknown> }[];
}

/** Executes a GraphQL request as the viewer, without HTTP. */
export async function executeGraphql(
  schema: GraphQLSchema,
  site: Site,
  viewer: Viewer,
  source: string,
  variableValues: Record<string, unknown> = {},
): Promise<GraphqlResult> {
  const contextValue = createContext(site, viewer, { ip: '127.0.0.1', userAgent: 'test' });
  const result = await graphql({ schema, source, variableValues, contextValue });
  const errors = (result.errors ?? []).map(({ message, extensions }) => ({
    code: String(extensions['code']),
    status: Number(extensions['status']),
    message,
    extensions,
  }));
  return { data: JSON.parse(JSON.stringify(result.data ?? null)), errors };
}
