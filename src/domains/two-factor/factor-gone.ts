import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { roleOf } from '../identity/users/user.record.ts';
import { methodIsDemanded } from './failures.ts';
import { judge } from './standing.ts';
import { activeMethods } from './two-factor.rules.ts';

/**
 * Follows the removal of a factor, within its transaction: without any factor there is nothing that recovery codes stand in for. Throws
 * `second_factor_required` where the user's role needs the one that would be the last.
 */
export async function factorGone(site: Site, tx: Tx, userId: number): Promise<void> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { role: true } });
  const { standing, isForced } = await judge(site, tx, { id: userId, role: roleOf(user?.role ?? '') });
  if (activeMethods(standing).length > 0) return;
  if (isForced) throw methodIsDemanded();
  await tx.recoveryCode.deleteMany({ where: { userId } });
}
