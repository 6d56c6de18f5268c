import { type Client, endSession, SESSION_COOKIE, type StartedSession } from '#app/domains/identity/auth/sessions.ts';
import type { Context } from '../context.ts';

/** The client of a request, for the session that it begins. */
export function clientOf({ client: { ip, userAgent } }: Context, remember: boolean | null | undefined): Client {
  return { ip, userAgent, remember: remember === true };
}

/** Lets the response carry the cookie of a session that was begun, and ends the one that the request came with. */
export async function carrySession({ site, cookies }: Context, { token, expiresAt, startedAt }: StartedSession): Promise<void> {
  const former = cookies.get(SESSION_COOKIE);
  if (former !== undefined) await endSession(site, former);
  cookies.set(SESSION_COOKIE, token, Math.round((expiresAt.getTime() - startedAt.getTime()) / 1000));
}

/** Ends the session that the request came with, if it did. */
export async function dropSession({ site, cookies }: Context): Promise<void> {
  const former = cookies.get(SESSION_COOKIE);
  if (former === undefined) return;
  await endSession(site, former);
  cookies.clear(SESSION_COOKIE);
}
