import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { toRole } from '../identity/users/user.record.ts';
import { methodRequired } from './failures.ts';
import { evaluateUser } from './factor-status.ts';
import { listActiveMethods } from './two-factor.rules.ts';

/**
 * Completes the removal of a second factor in the same transaction. If it was the user's last second factor, deletes the recovery codes, or throws
 * `second_factor_required` if the user's role requires a second factor.
 */
export async function completeFactorRemoval(site: Site, tx: Tx, userId: number): Promise<void> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { role: true } });
  const { factorStatus, isForced } = await evaluateUser(site, tx, { id: userId, role: toRole(user?.role ?? '') });
  if (listActiveMethods(factorStatus).length > 0) return;
  if (isForced) throw methodRequired();
  await tx.recoveryCode.deleteMany({ where: { userId } });
}
