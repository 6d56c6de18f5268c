import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '#app/site.ts';
import { clearPendingCookie } from '../../identity/auth/pending-sign-in.ts';
import { type Client, endSession, SESSION_COOKIE, type StartedSession } from '../../identity/auth/sessions.ts';

/** Returns the client of a request. `remember` is true for a longer session. */
export const getClient = (request: FastifyRequest, remember: boolean): Client => ({
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? ''),
  remember,
});

/** Sets the session cookie, ends a previous session, and redirects. */
export async function finishSignIn(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  session: StartedSession,
  target: string,
): Promise<FastifyReply> {
  const previousToken = request.cookies[SESSION_COOKIE];
  if (previousToken !== undefined) await endSession(site, previousToken);
  clearPendingCookie(reply, site);
  return reply.setCookie(SESSION_COOKIE, session.token, session.cookie).header('Cache-Control', 'no-store').redirect(target, 303);
}
