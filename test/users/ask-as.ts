import type { GraphQLSchema } from 'graphql';
import type { Viewer } from '../../src/domains/identity/auth/viewer.ts';
import type { Site } from '../../src/site.ts';
import { executeGraphql } from '../support/ask.ts';

/** Executes a GraphQL request of the viewer. `refusal` contains status and code of the first error, or is null. */
export async function askAs(schema: GraphQLSchema, site: Site, viewer: Viewer, source: string, variables: Record<string, unknown> = {}) {
  const {
    data,
    errors: [error],
  } = await executeGraphql(schema, site, viewer, source, variables);
  return { data, refusal: error ? `${error.status} ${error.code}` : null, message: error?.message, extensions: error?.extensions };
}
