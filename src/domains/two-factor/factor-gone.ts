import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { roleOf } from '../identity/users/user.record.ts';
import { methodIsDemanded } from './failures.ts';
import { evaluateUser } from './factor-status.ts';
import { activeMethods } from './two-factor.rules.ts';

/**
 * Deletes the recovery codes after the last factor is removed, in the same transaction. Throws `second_factor_required` if the user's role
 * requires a factor.
 */
export async function factorGone(site: Site, tx: Tx, userId: number): Promise<void> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { role: true } });
  const { factorStatus, isForced } = await evaluateUser(site, tx, { id: userId, role: roleOf(user?.role ?? '') });
  if (activeMethods(factorStatus).length > 0) return;
  if (isForced) throw methodIsDemanded();
  await tx.recoveryCode.deleteMany({ where: { userId } });
}
