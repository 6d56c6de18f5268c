import type { Tx } from '#app/core/db/database.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { invalidateIdentity } from '../identity/auth/identities.ts';
import { consumeAppCode } from './authenticator-app/authenticator-app.service.ts';
import { isMailedCode, consumeMailedCodeOrLink } from './email-code.ts';
import { wrongCode } from './failures.ts';
import { countFailedCode, resetFailedCodes } from './failed-codes.ts';
import { lockOut } from './lockout.ts';
import { takeRecoveryCode } from './recovery-codes/recovery-code.service.ts';
import { MAX_WRONG_CODES } from './two-factor.rules.ts';

/** Source of a code. */
export type CodeSource = 'email' | 'totp' | 'recovery';

/** Consumes a code. Returns true if it was correct. */
async function consumeCode(site: Site, tx: Tx, userId: number, { source, code }: SubmittedCode): Promise<boolean> {
  switch (source) {
    case 'email':
      return (await isMailedCode(site, tx, userId, code)) && (await consumeMailedCodeOrLink(tx, userId, 'code'));
    case 'totp':
      return await consumeAppCode(site, tx, userId, code);
    case 'recovery':
      return await takeRecoveryCode(site, tx, userId, code);
  }
}

/** A submitted code and its source. */
export interface SubmittedCode {
  source: CodeSource;
  code: string;
}

/** Functions that run in the transaction of a check. */
export interface CodeCheck<T> {
  /** Throws if the user may not use a code of this source. The attempt is then not counted. */
  checkAllowed?: (tx: Tx) => Promise<void>;
  /** Runs after a correct code. */
  onCorrect: (tx: Tx) => Promise<T>;
}

/**
 * Checks a code of a user and returns the result of `onCorrect`. Concurrent checks for a user run one after the other. Throws 401
 * `second_factor_code_wrong`, or 429 `second_factor_wait` if the previous wrong code was too recent. The thirtieth wrong code in a row removes the
 * user's password.
 */
export async function checkCode<T>(
  site: Site,
  userId: number,
  submitted: SubmittedCode,
  { checkAllowed, onCorrect }: CodeCheck<T>,
): Promise<T> {
  const outcome = await site.db.transaction(async (tx): Promise<{ result: T } | { isLockedOut: boolean }> => {
    await checkAllowed?.(tx);
    const count = await countFailedCode(tx, userId);
    if (await consumeCode(site, tx, userId, submitted)) {
      await resetFailedCodes(tx, userId);
      return { result: await onCorrect(tx) };
    }
    const isLockedOut = count >= MAX_WRONG_CODES;
    if (isLockedOut) await lockOut(site, tx, userId);
    return { isLockedOut };
  });
  if ('result' in outcome) {
    // `takeRecoveryCode` has queued a mail about the used code
    if (submitted.source === 'recovery') notifyMailQueued(site);
    return outcome.result;
  }
  if (outcome.isLockedOut) {
    await invalidateIdentity(site, userId);
    notifyMailQueued(site);
  }
  throw wrongCode();
}
