import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../core/failure.ts';
import type { Site } from '../site.ts';
import { viewerOfPage } from './pages/forms.ts';
import { toSignIn } from './pages/to-sign-in.ts';

/** Content security policy of the page: everything it needs is in the page itself. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const FIRST_QUERY =
  '{\n  site {\n    name\n    url\n  }\n  posts(first: 3) {\n    nodes {\n      title {\n        rendered\n      }\n      link\n    }\n  }\n}\n';

/** Whether this reader gets GraphiQL: everybody where the operator wants that, else administrators who are signed in. Throws or leads to the sign-in page. */
export async function mayUseGraphiql(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  if (site.config.graphiql) return true;
  const viewer = await viewerOfPage(site, request);
  if (viewer?.can('manage_options')) return true;
  if (viewer) throw new Failure('forbidden', 403, 'GraphiQL is for administrators of this site.');
  toSignIn(site, reply, request.url);
  return false;
}

/** Sends GraphiQL: one large page without outside parts, loaded when somebody first asks for it. */
export async function sendGraphiql(reply: FastifyReply, endpoint: string): Promise<FastifyReply> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({ title: 'Marquee GraphQL', endpoint, defaultQuery: FIRST_QUERY } as never);
  return reply.header('Content-Security-Policy', POLICY).header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(html);
}
