import type { FastifyReply, FastifyRequest } from 'fastify';
import { createNonce, REST_ACTION } from '../domains/identity/auth/nonces.ts';
import { matchesEtag, createStrongEtag } from '../core/http/etag.ts';
import { Failure } from '../core/failures/failure.ts';
import type { Site } from '../site.ts';
import { getPageViewer } from './pages/forms.ts';
import { redirectToSignIn } from './pages/redirect-to-sign-in.ts';

/** Content security policy. The page contains all its resources. */
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
 * Returns the variables in the URL as JSON for GraphiQL, which itself reads only the query from the URL. Escapes `<`, because the JSON becomes part
 * of a script. Returns undefined for missing or invalid variables.
 */
function readVariables({ query }: FastifyRequest): string | undefined {
  const { variables } = query as { variables?: unknown };
  if (typeof variables !== 'string') return undefined;
  try {
    return JSON.stringify(JSON.parse(variables), null, 2).replaceAll('<', '\\u003c');
  } catch {
    return undefined;
  }
}

/**
 * Sends GraphiQL as one page without external resources: to everyone if the operator allows it, otherwise only to administrators. Redirects visitors
 * to the sign-in page and throws for other users. The page contains a nonce, so that its requests use the session of the user.
 */
export async function sendGraphiql(site: Site, request: FastifyRequest, reply: FastifyReply, endpoint: string): Promise<FastifyReply> {
  const viewer = await getPageViewer(site, request);
  if (!site.config.isGraphiqlEnabled && !viewer?.can('manage_options')) {
    if (viewer) throw new Failure('forbidden', 403, 'GraphiQL is for administrators of this site.');
    redirectToSignIn(site, reply, request.url);
    return reply;
  }
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const additionalHeaders = viewer ? { 'X-WP-Nonce': createNonce(site, viewer, REST_ACTION) } : {};
  const variables = readVariables(request);
  const page = renderGraphiQL({ title: 'Marquee GraphQL', endpoint, defaultQuery: FIRST_QUERY, additionalHeaders, variables } as never);
  const etag = `W/${createStrongEtag(page)}`;
  reply.headers({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'private, no-cache', Vary: 'Accept, Cookie', ETag: etag });
  const condition = request.headers['if-none-match'];
  if (condition !== undefined && matchesEtag(condition, etag)) return reply.status(304).send('');
  return reply.type('text/html; charset=utf-8').send(page);
}
