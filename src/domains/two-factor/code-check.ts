import type { Tx } from '#app/core/db/database.ts';
import { mailWaits } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { identityChanged } from '../identity/auth/identities.ts';
import { takeAppCode } from './authenticator-app/authenticator-app.service.ts';
import { isMailedCode, useMailed } from './email-code.ts';
import { wrongCode } from './failures.ts';
import { countGuess, forgetGuesses } from './guesses.ts';
import { lockOut } from './lockout.ts';
import { takeRecoveryCode } from './recovery-codes/recovery-code.service.ts';
import { MAX_WRONG_CODES } from './two-factor.rules.ts';

/** Where a code comes from. */
export type CodeSource = 'email' | 'totp' | 'recovery';

/** Uses up a code; returns whether it was correct. */
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

/** What surrounds the check of a code, in its transaction. */
export interface CodeCheck<T> {
  /** Throws where no such code may be given; nothing is counted then. */
  mayTry?: (tx: Tx) => Promise<void>;
  /** What a right code leads to. */
  onRight: (tx: Tx) => Promise<T>;
}

/**
 * Checks a code of a user, one at a time. Throws 401 `second_factor_code_wrong`, and 429 `second_factor_wait` too soon after a wrong one. The
 * thirtieth wrong one in a row takes the password away.
 */
export async function checkCode<T>(site: Site, userId: number, given: GivenCode, { mayTry, onRight }: CodeCheck<T>): Promise<T> {
  const outcome = await site.db.transaction(async (tx): Promise<{ answer: T } | { isLockedOut: boolean }> => {
    await mayTry?.(tx);
    const count = await countGuess(tx, userId);
    if (await takeCode(site, tx, userId, given)) {
      await forgetGuesses(tx, userId);
      return { answer: await onRight(tx) };
    }
    const isLockedOut = count >= MAX_WRONG_CODES;
    if (isLockedOut) await lockOut(site, tx, userId);
    return { isLockedOut };
  });
  if ('answer' in outcome) {
    // the use of a recovery code is mailed
    if (given.source === 'recovery') mailWaits(site);
    return outcome.answer;
  }
  if (outcome.isLockedOut) {
    await identityChanged(site, userId);
    mailWaits(site);
  }
  throw wrongCode();
}
