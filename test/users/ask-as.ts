import { graphql, type GraphQLSchema } from 'graphql';
import { createContext } from '#graphql/context.ts';
import type { Viewer } from '../../src/domains/identity/auth/viewer.ts';
import type { Site } from '../../src/site.ts';

/** Runs a query with the whole context of a request. `refusal` is the status and code of the first error. */
export async function askAs(
  schema: GraphQLSchema,
  site: Site,
  viewer: Viewer,
  source: string,
  variableValues: Record<string, unknown> = {},
) {
  const contextValue = createContext(site, viewer, { ip: '192.0.2.7', userAgent: 'test' });
  const result = await graphql({ schema, source, variableValues, contextValue });
  const [error] = result.errors ?? [];
  // Tests look into responses freely.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const data: any = JSON.parse(JSON.stringify(result.data ?? null));
  const refusal = error ? `${String(error.extensions['status'])} ${String(error.extensions['code'])}` : null;
  return { data, refusal, message: error?.message, extensions: error?.extensions };
}
