import type { Tx } from '#app/core/db/database.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { identityChanged } from '../identity/auth/identities.ts';
import { takeAppCode } from './authenticator-app/authenticator-app.service.ts';
import { isMailedCode, useMailed } from './email-code.ts';
import { wrongCode } from './failures.ts';
import { countAttempt, resetFailedCodes } from './failed-codes.ts';
import { lockOut } from './lockout.ts';
import { takeRecoveryCode } from './recovery-codes/recovery-code.service.ts';
import { MAX_WRONG_CODES } from './two-factor.rules.ts';

/** Source of a code. */
export type CodeSource = 'email' | 'totp' | 'recovery';

/** Consumes a code. Returns true if it was correct. */
async function takeCode(site: Site, tx: Tx, userId: number, { source, code }: GivenCode): Promise<boolean> {
  switch (source) {
    case 'email':
      return (await isMailedCode(site, tx, userId, code)) && (await useMailed(tx, userId, 'code'));
    case 'totp':
      return await takeAppCode(site, tx, userId, code);
    case 'recovery':
      return await takeRecoveryCode(site, tx, userId, code);
  }
}

/** A submitted code and its source. */
export interface GivenCode {
  source: CodeSource;
  code: string;
}

/** Functions that run in the transaction of the check. */
export interface CodeCheck<T> {
  /** Throws if such a code is not allowed. Then the attempt is not counted. */
  mayTry?: (tx: Tx) => Promise<void>;
  /** Runs after a correct code. */
  onRight: (tx: Tx) => Promise<T>;
}

/**
 * Checks a code of a user; concurrent checks run one after the other. Throws 401 `second_factor_code_wrong`, or 429 `second_factor_wait`
 * too soon after a wrong one. The thirtieth wrong code in a row removes the password.
 */
export async function checkCode<T>(site: Site, userId: number, given: GivenCode, { mayTry, onRight }: CodeCheck<T>): Promise<T> {
  const outcome = await site.db.transaction(async (tx): Promise<{ answer: T } | { isLockedOut: boolean }> => {
    await mayTry?.(tx);
    const count = await countAttempt(tx, userId);
    if (await takeCode(site, tx, userId, given)) {
      await resetFailedCodes(tx, userId);
      return { answer: await onRight(tx) };
    }
    const isLockedOut = count >= MAX_WRONG_CODES;
    if (isLockedOut) await lockOut(site, tx, userId);
    return { isLockedOut };
  });
  if ('answer' in outcome) {
    // the user gets a mail about a used recovery code
    if (given.source === 'recovery') notifyMailQueued(site);
    return outcome.answer;
  }
  if (outcome.isLockedOut) {
    await identityChanged(site, userId);
    notifyMailQueued(site);
  }
  throw wrongCode();
}
