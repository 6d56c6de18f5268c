import { createNonce } from '../../src/domains/identity/auth/nonces.ts';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { findSessionViewer } from '../../src/domains/identity/auth/sign-in.ts';
import type { Viewer } from '../../src/domains/identity/auth/viewer.ts';
import type { ListeningSite } from '../support/listening-site.ts';

/** Opens a session, which continues even if a hostile request revokes all application passwords of the user. */
export async function openSession(site: ListeningSite, role: Role): Promise<{ headers: Record<string, string>; viewer: Viewer }> {
  const user = await site.user(role);
  const { token } = await startSession(site.site, user.id, { ip: '127.0.0.1', userAgent: 'test', remember: true });
  const viewer = (await findSessionViewer(site.site, token)) as Viewer;
  return { headers: { cookie: `${SESSION_COOKIE}=${token}`, 'x-wp-nonce': createNonce(site.site, viewer, 'rest') }, viewer };
}

/** Returns the headers of a session of a user with the role. */
export async function openSessionHeaders(site: ListeningSite, role: Role): Promise<Record<string, string>> {
  return (await openSession(site, role)).headers;
}

/** Returns the Basic credentials of a test user, or no headers for an anonymous caller. */
export async function getBasicCredentials(site: ListeningSite, caller: Role | 'anonymous'): Promise<Record<string, string>> {
  return caller === 'anonymous' ? {} : { authorization: (await site.user(caller)).authorization };
}
