import { now } from '#app/core/time/clock.ts';
import { type Answered, columns } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import { tooSoon } from './failures.ts';
import { waitAfter } from './two-factor.rules.ts';

/** How many wrong codes in a row there were, and when the last one came. */
const count = columns('TwoFactorState', 's', { only: ['failedCodes', 'lastFailedAt'] });
type Count = Answered<typeof count>;

const hold = statement(
  'hold_failed_codes',
  `INSERT INTO two_factor_state AS s (user_id) VALUES ($1) ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id RETURNING ${count.list}`,
  count,
);

/**
 * Counts a code as wrong before it is looked at, so that codes sent at the same time cannot pass together, and returns how many that makes.
 * Throws 429 `second_factor_wait` while the user has to wait. The row stays locked until the transaction ends.
 */
export async function countGuess(tx: Tx, userId: number): Promise<number> {
  const [stored] = await rowsIn(tx, hold, userId);
  const { failedCodes, lastFailedAt } = stored as Count;
  const moment = now();
  const until = lastFailedAt === null ? 0 : new Date(lastFailedAt).getTime() + waitAfter(failedCodes) * 1000;
  if (until > moment.getTime()) throw tooSoon(Math.ceil((until - moment.getTime()) / 1000));
  await tx.twoFactorState.update({
    where: { userId },
    data: { failedCodes: failedCodes + 1, lastFailedAt: moment },
    select: { userId: true },
  });
  return failedCodes + 1;
}

/** Forgets the wrong codes of a user. */
export async function forgetGuesses(tx: Tx, userId: number): Promise<void> {
  await tx.twoFactorState.updateMany({ where: { userId }, data: { failedCodes: 0, lastFailedAt: null } });
}
