import type { Site } from '#app/site.ts';
import { recordProof, requireSession } from '../identity/auth/recent-proof.ts';
import type { Viewer } from '../identity/auth/viewer.ts';
import { authenticate } from '../identity/users/authenticate.ts';
import { checkCode, type SubmittedCode } from './code-check.ts';
import { codeNotExpected } from './failures.ts';
import { loadFactorStatus } from './factor-status.ts';
import { listActiveMethods } from './two-factor.rules.ts';

/** Confirms the identity of this session's user by the account password. Throws `session_needed`, `incorrect_password` or `too_many_attempts`. */
export async function proveByPassword(site: Site, viewer: Viewer, password: string, client: { ip: string }): Promise<void> {
  requireSession(viewer);
  await authenticate(site, viewer.user?.login ?? '', password, client);
  await recordProof(site, site.db.prisma, viewer);
}

/**
 * Confirms the identity of this session's user by a code. Throws `session_needed`, `second_factor_not_awaited` for a method that is not active, and
 * the failures of `checkCode`.
 */
export async function proveByCode(site: Site, viewer: Viewer, submitted: SubmittedCode): Promise<void> {
  requireSession(viewer);
  await checkCode(site, viewer.id, submitted, {
    checkAllowed: async (tx) => {
      const active = listActiveMethods(await loadFactorStatus(tx, viewer.id));
      if (submitted.source === 'recovery' ? active.length === 0 : !active.includes(submitted.source)) throw codeNotExpected();
    },
    onCorrect: (tx) => recordProof(site, tx, viewer),
  });
}
