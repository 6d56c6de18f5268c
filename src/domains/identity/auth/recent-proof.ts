import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { listSessionHashes } from './sessions.ts';
import type { Viewer } from './viewer.ts';

/** Time after a confirmation of identity in which users may change how they sign in. */
const LIFE_MS = 15 * 60_000;

/**
 * Throws unless the user of this session signed in or confirmed their identity (`recordProof`) in the last 15 minutes: 401 `not_signed_in`, 403
 * `session_needed` for callers without a session, such as application passwords, or 403 `proof_needed`.
 */
export async function requireRecentProof(site: Site, viewer: Viewer): Promise<void> {
  requireSession(viewer);
  if (!(await hasRecentProof(site, viewer))) throw new Failure('proof_needed', 403, 'Please confirm your identity again.');
}

/** Throws 401 `not_signed_in`, or 403 `session_needed` if the viewer is signed in without a session. */
export function requireSession(viewer: Viewer): void {
  if (!viewer.signedIn) throw new Failure('not_signed_in', 401, 'You are not signed in.');
  if (viewer.sessionToken === '')
    throw new Failure('session_needed', 403, 'Only you, signed in with a session, can change how you sign in. Applications cannot.');
}

/** True if the user of the session signed in or confirmed their identity in the last 15 minutes. */
export async function hasRecentProof(site: Site, viewer: Viewer): Promise<boolean> {
  const session = await site.db.prisma.session.findFirst({
    where: { tokenHash: { in: listSessionHashes(site, viewer.sessionToken) } },
    select: { createdAt: true, provenAt: true },
  });
  return session !== null && now().getTime() - (session.provenAt ?? session.createdAt).getTime() <= LIFE_MS;
}

/** Records that the user of this session confirmed their identity. */
export async function recordProof(site: Site, tx: Tx, viewer: Viewer): Promise<void> {
  await tx.session.updateMany({ where: { tokenHash: { in: listSessionHashes(site, viewer.sessionToken) } }, data: { provenAt: now() } });
}
