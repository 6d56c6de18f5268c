import type { FastifyReply } from 'fastify';
import { toSitePath } from '../../domains/identity/auth/redirect.ts';
import type { Site } from '../../site.ts';

/** Returns the path of the sign-in page, which leads to `back` afterwards. `back` is a path or a URL of the site. */
export const getSignInPath = (site: Site, back: string): string =>
  `${toSitePath(site, '/sign-in')}?redirect_to=${encodeURIComponent(back)}`;

/** Redirects a visitor to the sign-in page and afterwards to `back`. Use the status 303 after a form. */
export function redirectToSignIn(site: Site, reply: FastifyReply, back: string, status: 302 | 303 = 302): FastifyReply {
  return reply.header('Cache-Control', 'no-store').redirect(getSignInPath(site, back), status);
}
