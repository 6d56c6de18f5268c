import { mapKeyOwners, type KeyOwner } from '#app/core/secrets/key-owner.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import { requireRecentProof } from '../../identity/auth/recent-proof.ts';
import type { Viewer } from '../../identity/auth/viewer.ts';
import { lockUser } from '../../identity/users/lock.ts';
import { methodNotSetUp } from '../failures.ts';
import { queueFactorNotification } from '../factor-notification.ts';
import { loadFactorStatus } from '../factor-status.ts';
import { listActiveMethods } from '../two-factor.rules.ts';
import { createRecoveryCode, normalizeRecoveryCode, RECOVERY_CODE_COUNT } from './recovery-code.rules.ts';

const hashCode = (site: KeyOwner, userId: number, code: string) =>
  createKeyedHash(site, 'recovery-code', `${userId}|${normalizeRecoveryCode(code)}`);

/**
 * Deletes all recovery codes and creates ten new ones. They cannot be read later. Throws `proof_needed`, or 404 `second_factor_not_set_up` if the
 * user has no second factor.
 */
export async function replaceRecoveryCodes(site: Site, viewer: Viewer): Promise<string[]> {
  await requireRecentProof(site, viewer);
  const userId = viewer.id;
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, createRecoveryCode);
  await site.db.transaction(async (tx) => {
    // lock, so that only the codes of the last of several concurrent requests stay valid
    await lockUser(tx, userId);
    if (listActiveMethods(await loadFactorStatus(tx, userId)).length === 0) throw methodNotSetUp();
    await tx.recoveryCode.deleteMany({ where: { userId } });
    await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: hashCode(site, userId, code) })) });
    await queueFactorNotification(site, tx, { userId, news: 'recovery codes' });
  });
  notifyMailQueued(site);
  return codes;
}

/** Marks a recovery code as used. Returns false if it is not an unused code of the user. */
export async function takeRecoveryCode(site: Site, tx: Tx, userId: number, code: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({
    where: { userId, codeHash: { in: mapKeyOwners(site, (keyOwner) => hashCode(keyOwner, userId, code)) }, usedAt: null },
    data: { usedAt: now() },
  });
  if (count === 0) return false;
  await queueFactorNotification(site, tx, { userId, news: 'recovery code used' });
  return true;
}

/** Returns the number of unused codes of a user. */
export async function countRecoveryCodes({ db }: Pick<Site, 'db'>, userId: number): Promise<number> {
  return await db.prisma.recoveryCode.count({ where: { userId, usedAt: null } });
}
