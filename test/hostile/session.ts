import { createNonce } from '../../src/domains/identity/auth/nonces.ts';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { viewerOfSession } from '../../src/domains/identity/auth/sign-in.ts';
import type { Viewer } from '../../src/domains/identity/auth/viewer.ts';
import type { ListeningSite } from '../support/listening-site.ts';

/** A session: it does not end when a hostile request takes all application passwords of its user away. */
export async function openSession(site: ListeningSite, role: Role): Promise<{ headers: Record<string, string>; viewer: Viewer }> {
  const user = await site.user(role);
  const { token } = await startSession(site.site, user.id, { ip: '127.0.0.1', userAgent: 'test', remember: true });
  const viewer = (await viewerOfSession(site.site, token)) as Viewer;
  return { headers: { cookie: `${SESSION_COOKIE}=${token}`, 'x-wp-nonce': createNonce(site.site, viewer, 'rest') }, viewer };
}

/** Headers of a session of a user of the role. */
export async function sessionOf(site: ListeningSite, role: Role): Promise<Record<string, string>> {
  return (await openSession(site, role)).headers;
}
