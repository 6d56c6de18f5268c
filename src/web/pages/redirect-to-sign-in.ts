import type { FastifyReply } from 'fastify';
import { sitePath } from '../../domains/identity/auth/redirect.ts';
import type { Site } from '../../site.ts';

/** Redirects a visitor to the sign-in page and afterwards to `back`: a path or an address of the site. Use the status 303 after a form. */
export function redirectToSignIn(site: Site, reply: FastifyReply, back: string, status: 302 | 303 = 302): FastifyReply {
  const address = `${sitePath(site, '/sign-in')}?redirect_to=${encodeURIComponent(back)}`;
  return reply.header('Cache-Control', 'no-store').redirect(address, status);
}
