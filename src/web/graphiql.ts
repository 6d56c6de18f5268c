import type { FastifyReply, FastifyRequest } from 'fastify';
import { createNonce, REST_ACTION } from '../domains/identity/auth/nonces.ts';
import { matchesEtag, strongEtagOf } from '../core/http/etag.ts';
import { Failure } from '../core/failures/failure.ts';
import type { Site } from '../site.ts';
import { viewerOfPage } from './pages/forms.ts';
import { toSignIn } from './pages/to-sign-in.ts';

/** Content security policy of the page: everything it needs is in the page itself. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const FIRST_QUERY = `# The next events, with their places and prices
query UpcomingEvents {
  events(first: 5) {
    totalCount
    nodes {
      name
      start
      cost
      link
      venues {
        name
        city
      }
    }
  }
  site {
    name
    url
  }
}
`;

/**
 * The variables that the address names, as text: GraphiQL itself reads only the query there. They become part of a script of the page, so they are
 * JSON without the sign that could end it.
 */
function variablesOf({ query }: FastifyRequest): string | undefined {
  const { variables } = query as { variables?: unknown };
  if (typeof variables !== 'string') return undefined;
  try {
    return JSON.stringify(JSON.parse(variables), null, 2).replaceAll('<', '\\u003c');
  } catch {
    return undefined;
  }
}

/**
 * Sends GraphiQL, one large page without outside parts, to everybody where the operator wants that, else to administrators who are signed in. For
 * anyone who is signed in it asks as them: the page knows the nonce that belongs to their session. Throws or leads to the sign-in page.
 */
export async function sendGraphiql(site: Site, request: FastifyRequest, reply: FastifyReply, endpoint: string): Promise<FastifyReply> {
  const viewer = await viewerOfPage(site, request);
  if (!site.config.graphiql && !viewer?.can('manage_options')) {
    if (viewer) throw new Failure('forbidden', 403, 'GraphiQL is for administrators of this site.');
    toSignIn(site, reply, request.url);
    return reply;
  }
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const additionalHeaders = viewer ? { 'X-WP-Nonce': createNonce(site, viewer, REST_ACTION) } : {};
  const variables = variablesOf(request);
  const page = renderGraphiQL({ title: 'Marquee GraphQL', endpoint, defaultQuery: FIRST_QUERY, additionalHeaders, variables } as never);
  const etag = `W/${strongEtagOf(page)}`;
  reply.headers({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'private, no-cache', Vary: 'Accept, Cookie', ETag: etag });
  const condition = request.headers['if-none-match'];
  if (condition !== undefined && matchesEtag(condition, etag)) return reply.status(304).send('');
  return reply.type('text/html; charset=utf-8').send(page);
}
