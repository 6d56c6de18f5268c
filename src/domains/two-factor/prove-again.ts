import type { Site } from '#app/site.ts';
import { noteProof, requireSession } from '../identity/auth/recent-proof.ts';
import type { Viewer } from '../identity/auth/viewer.ts';
import { authenticate } from '../identity/users/authenticate.ts';
import { checkCode, type GivenCode } from './code-check.ts';
import { codeNotAwaited } from './failures.ts';
import { loadFactorStatus } from './factor-status.ts';
import { activeMethods } from './two-factor.rules.ts';

/** Verifies the user of this session again by the account password. Throws `session_needed`, `incorrect_password` or `too_many_attempts`. */
export async function proveByPassword(site: Site, viewer: Viewer, password: string, client: { ip: string }): Promise<void> {
  requireSession(viewer);
  await authenticate(site, viewer.user?.login ?? '', password, client);
  await noteProof(site, site.db.prisma, viewer);
}

/** Verifies the user again by a code of an authenticator app or a recovery code. Throws `session_needed`, `second_factor_not_awaited`, and like `checkCode`. */
export async function proveByCode(site: Site, viewer: Viewer, given: GivenCode): Promise<void> {
  requireSession(viewer);
  await checkCode(site, viewer.id, given, {
    mayTry: async (tx) => {
      const active = activeMethods(await loadFactorStatus(tx, viewer.id));
      if (given.source === 'recovery' ? active.length === 0 : !active.includes(given.source)) throw codeNotAwaited();
    },
    onRight: (tx) => noteProof(site, tx, viewer),
  });
}
