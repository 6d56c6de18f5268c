import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { GraphQLError, type GraphQLErrorExtensions, type GraphQLSchema, NoSchemaIntrospectionCustomRule } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Context } from '#graphql/context.ts';
import type { Failure } from '../core/failure.ts';
import { unexpectedFailure } from '../core/unexpected.ts';
import { failureFor, failureOf, transportFailure } from '../rest/failures.ts';
import type { Site } from '../site.ts';
import { graphqlLimits, useCostLimit } from './graphql-limits.ts';

export interface GraphqlHttpOptions {
  site: Site;
  schema: GraphQLSchema;
  identify(request: FastifyRequest, nonce: string | undefined): Promise<{ context: Context; freshNonce: string | null }>;
}

const PATH = '/graphql';

/** Content security policy of the GraphiQL page: everything it needs is in the page itself. */
const GRAPHIQL_POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Anonymous callers read no schema where the operator switched that off. */
function useClosedIntrospection(): Plugin {
  return {
    onValidate({ addValidationRule, context }) {
      if (!(context as Partial<Context>).viewer?.signedIn) addValidationRule(NoSchemaIntrospectionCustomRule);
    },
  };
}

/** Serves GraphQL and, to browsers, GraphiQL, at `/graphql`. */
export function mountGraphql(app: FastifyInstance, { site, schema, identify }: GraphqlHttpOptions): void {
  const yoga = createYoga<{ context: Context }>({
    schema,
    graphqlEndpoint: PATH,
    landingPage: false,
    graphiql: false,
    logging: false,
    batching: { limit: 10 },
    plugins: [EnvelopArmorPlugin(graphqlLimits) as Plugin, useCostLimit(), ...(site.config.introspection ? [] : [useClosedIntrospection()])],
    context: ({ context }) => context,
    maskedErrors: {
      maskError(error) {
        if (failureOf(error) || (error instanceof GraphQLError && !error.originalError)) return error as Error;
        const { code, status, message, data } = unexpectedFailure(error, site.log, 'a GraphQL request failed');
        const located = error instanceof GraphQLError ? error : null;
        const retry: Record<string, string> = typeof data['retryAfter'] === 'number' ? { 'Retry-After': String(data['retryAfter']) } : {};
        const extensions: GraphQLErrorExtensions = { code, status, ...(status === 503 && { http: { status, headers: retry } }) };
        return new GraphQLError(message, { path: located?.path ?? null, nodes: located?.nodes ?? null, extensions });
      },
    },
  });

  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: PATH,
    errorHandler: (error, _request, reply) => sendFailure(reply, transportFailure(error, site.log)),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.method === 'GET' && String(request.headers.accept ?? '').includes('text/html') && !request.url.includes('query=')) return sendGraphiql(reply);
      const nonce = request.headers['x-wp-nonce'];
      let context: Context;
      try {
        const signedIn = await identify(request, Array.isArray(nonce) ? nonce[0] : nonce);
        context = signedIn.context;
        if (signedIn.freshNonce !== null) reply.header('X-WP-Nonce', signedIn.freshNonce);
      } catch (error) {
        return sendFailure(reply, failureFor(error, site.log));
      }
      const response = await yoga.handleNodeRequestAndResponse(request, reply, { context });
      response.headers.forEach((value, key) => void reply.header(key, value));
      return reply.status(response.status).send(response.body ?? '');
    },
  });
}

function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  if (typeof failure.data['retryAfter'] === 'number') reply.header('Retry-After', failure.data['retryAfter']);
  return reply.status(failure.status).send({ errors: [{ message: failure.message, extensions: { code: failure.code, status: failure.status } }] });
}

/** GraphiQL is one large page: loaded when somebody first asks for it. */
async function sendGraphiql(reply: FastifyReply): Promise<FastifyReply> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({ title: 'Marquee GraphQL', endpoint: PATH, defaultQuery: '{\n  site {\n    name\n    url\n  }\n}\n' } as never);
  return reply.header('Content-Security-Policy', GRAPHIQL_POLICY).header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(html);
}
