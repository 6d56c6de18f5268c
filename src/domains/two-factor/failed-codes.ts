import { now } from '#app/core/time/clock.ts';
import { type ShapedRow, columns } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { codeTooSoon } from './failures.ts';
import { computeWaitSeconds } from './two-factor.rules.ts';

/** Number of wrong codes in a row, and the time of the last one. */
const failedCodeColumns = columns('TwoFactorState', 's', { only: ['failedCodes', 'lastFailedAt'] });
type FailedCodes = ShapedRow<typeof failedCodeColumns>;

const lockAndRead = statement(
  'hold_failed_codes',
  `INSERT INTO two_factor_state AS s (user_id) VALUES ($1) ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id RETURNING ${failedCodeColumns.list}`,
  failedCodeColumns,
);

/**
 * Counts a code as wrong. Call it before checking the code, so that concurrent codes cannot all pass. Returns the new number of wrong codes. Throws
 * 429 `second_factor_wait` while the user must wait. The row stays locked until the transaction ends.
 */
export async function countFailedCode(tx: Tx, userId: number): Promise<number> {
  const [stored] = await queryIn(tx, lockAndRead, userId);
  const { failedCodes, lastFailedAt } = stored as FailedCodes;
  const moment = now();
  const waitEnd = lastFailedAt === null ? 0 : new Date(lastFailedAt).getTime() + computeWaitSeconds(failedCodes) * 1000;
  if (waitEnd > moment.getTime()) throw codeTooSoon(Math.ceil((waitEnd - moment.getTime()) / 1000));
  await tx.twoFactorState.update({
    where: { userId },
    data: { failedCodes: failedCodes + 1, lastFailedAt: moment },
    select: { userId: true },
  });
  return failedCodes + 1;
}

/** Resets the number of wrong codes of a user. */
export async function resetFailedCodes(tx: Tx, userId: number): Promise<void> {
  await tx.twoFactorState.updateMany({ where: { userId }, data: { failedCodes: 0, lastFailedAt: null } });
}
