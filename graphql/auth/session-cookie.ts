import { type Client, endSession, SESSION_COOKIE, type StartedSession } from '#app/domains/identity/auth/sessions.ts';
import type { Context } from '../context.ts';

/** Returns the data about the client that is stored with a new session. */
export function getClient({ client: { ip, userAgent } }: Context, remember: boolean | null | undefined): Client {
  return { ip, userAgent, remember: remember === true };
}

/** Sets the cookie of a new session, and ends the previous session of the request. */
export async function setSessionCookie({ site, cookies }: Context, { token, expiresAt, startedAt }: StartedSession): Promise<void> {
  const previousToken = cookies.get(SESSION_COOKIE);
  if (previousToken !== undefined) await endSession(site, previousToken);
  cookies.set(SESSION_COOKIE, token, Math.round((expiresAt.getTime() - startedAt.getTime()) / 1000));
}

/** Ends the session of the request, if there is one. */
export async function endCurrentSession({ site, cookies }: Context): Promise<void> {
  const token = cookies.get(SESSION_COOKIE);
  if (token === undefined) return;
  await endSession(site, token);
  cookies.clear(SESSION_COOKIE);
}
