import type { Tx } from '#app/core/db/database.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { type Client, type StartedSession, startSession } from '../identity/auth/sessions.ts';
import type { Viewer } from '../identity/auth/viewer.ts';
import { findUser, type UserRecord } from '../identity/users/user.record.ts';
import { getUser } from '../identity/users/user.service.ts';
import { checkCode, type SubmittedCode } from './code-check.ts';
import { type CodePurpose, isMailedLink, queueCodeMail, consumeMailedCodeOrLink } from './email-code.ts';
import { codeNotExpected, methodAlreadyActive, methodRequired, methodNotSupported, wrongCode, wrongLoginNonce } from './failures.ts';
import { resetFailedCodes } from './failed-codes.ts';
import { consumeLoginNonce } from './login-nonce.ts';
import { changeFactorStatus, evaluateUser } from './factor-status.ts';
import { listActiveMethods } from './two-factor.rules.ts';

/** The second-factor step of a sign-in. The caller must have verified `loginNonce`, the proof of the password step. */
export interface SecondStepContext {
  userId: number;
  loginNonce: string;
  /** Viewer of the request. Determines the status of `login_nonce_invalid`. */
  viewer: Viewer;
  client: Client;
}

/** Method that a client requested, or null for an unknown method. */
export type NamedMethod = 'email' | 'totp' | 'passkey' | null;

/** Consumes the proof of the password step and starts a session. Throws `login_nonce_invalid` if a concurrent request has used the proof. */
export async function beginSession(site: Site, tx: Tx, { userId, loginNonce, viewer, client }: SecondStepContext): Promise<StartedSession> {
  if (!(await consumeLoginNonce(site, tx, userId, loginNonce))) throw wrongLoginNonce(viewer);
  return await startSession(site, userId, { remember: true, ...client }, tx);
}

/** Declines email codes permanently and starts a session. Throws `second_factor_required` or `second_factor_active`. */
export async function declineSecondFactor(site: Site, context: SecondStepContext): Promise<StartedSession> {
  const user = await getUser(site, context.userId);
  return await site.db.transaction(async (tx) => {
    const { factorStatus, isForced } = await evaluateUser(site, tx, user);
    if (isForced) throw methodRequired();
    if (listActiveMethods(factorStatus).length > 0) throw methodAlreadyActive();
    await changeFactorStatus(tx, user.id, { emailStatus: 'disabled' });
    return await beginSession(site, tx, context);
  });
}

/**
 * Starts a session without setting up a second factor. The next sign-in asks again. Throws `second_factor_active`, or `second_factor_required` after
 * the grace period.
 */
export async function skipSecondFactor(site: Site, context: SecondStepContext): Promise<StartedSession> {
  const user = await getUser(site, context.userId);
  return await site.db.transaction(async (tx) => {
    const { factorStatus, step } = await evaluateUser(site, tx, user);
    if (listActiveMethods(factorStatus).length > 0) throw methodAlreadyActive();
    if (step.action === 'expired') throw methodRequired();
    return await beginSession(site, tx, context);
  });
}

/** Request for a mail with a code. */
export interface CodeRequest {
  method: NamedMethod;
  purpose: CodePurpose;
  /** Path on this site to which the link in the mail redirects. */
  redirectTo: string;
}

/** Mails a code to a user who sets up codes by email, and returns its keyed hash. Throws `second_factor_active` or `second_factor_unsupported`. */
export async function beginEmailSetup(site: Site, { userId }: SecondStepContext, request: CodeRequest): Promise<string> {
  const user = await getUser(site, userId);
  const hash = await site.db.transaction(async (tx) => {
    const { factorStatus } = await evaluateUser(site, tx, user);
    if (listActiveMethods(factorStatus).length > 0) throw methodAlreadyActive();
    if (request.method !== 'email') throw methodNotSupported();
    return await queueCodeMail(site, tx, user.id, request);
  });
  notifyMailQueued(site);
  return hash;
}

/** Mails a new code to a user who is waiting for one. Throws `second_factor_unsupported` or `second_factor_not_awaited`. */
export async function resendCode(site: Site, { userId }: SecondStepContext, request: CodeRequest): Promise<void> {
  const user = await getUser(site, userId);
  await site.db.transaction(async (tx) => {
    if (request.method !== 'email') throw methodNotSupported();
    const { factorStatus, step } = await evaluateUser(site, tx, user);
    const isAwaited = factorStatus.email === 'active' || (factorStatus.email === 'open' && step.action === 'onboarding');
    if (!isAwaited) throw codeNotExpected();
    await queueCodeMail(site, tx, user.id, request);
  });
  notifyMailQueued(site);
}

/** Activates codes by email. Call it after the email address is verified. */
async function activateEmail(tx: Tx, userId: number): Promise<void> {
  await resetFailedCodes(tx, userId);
  await changeFactorStatus(tx, userId, { emailStatus: 'active' });
}

/** Throws `second_factor_active` if the user has active methods and email is not one of them. */
async function requireMayProveByMail(site: Site, tx: Tx, user: UserRecord): Promise<void> {
  const active = listActiveMethods((await evaluateUser(site, tx, user)).factorStatus);
  if (active.length > 0 && !active.includes('email')) throw methodAlreadyActive();
}

/**
 * Checks a mailed code, makes email an active method and starts a session. Throws `second_factor_unsupported` for another method,
 * `second_factor_active` if the user has only other methods, and the failures of `checkCode`.
 */
export async function confirmEmailCode(
  site: Site,
  context: SecondStepContext,
  { method, code }: { method: NamedMethod; code: string },
): Promise<StartedSession> {
  const user = await getUser(site, context.userId);
  if (method !== 'email') throw methodNotSupported();
  return await checkCode(
    site,
    user.id,
    { source: 'email', code },
    {
      checkAllowed: (tx) => requireMayProveByMail(site, tx, user),
      onCorrect: async (tx) => {
        await activateEmail(tx, user.id);
        return await beginSession(site, tx, context);
      },
    },
  );
}

/**
 * Checks a code of one of the user's methods or a recovery code, and starts a session. Throws the failures of `confirmEmailCode`, or 403
 * `second_factor_not_awaited` for a method that the user does not have.
 */
export async function proveSecondFactor(site: Site, context: SecondStepContext, submitted: SubmittedCode): Promise<StartedSession> {
  if (submitted.source === 'email') return await confirmEmailCode(site, context, { method: 'email', code: submitted.code });
  const user = await getUser(site, context.userId);
  return await checkCode(site, user.id, submitted, {
    checkAllowed: async (tx) => {
      const active = listActiveMethods((await evaluateUser(site, tx, user)).factorStatus);
      if (submitted.source === 'totp' ? !active.includes('totp') : active.length === 0) throw codeNotExpected();
    },
    onCorrect: (tx) => beginSession(site, tx, context),
  });
}

/** Parameters of the link in a mail with a code. */
export interface MailedLink {
  userId: number;
  token: string;
}

/** True if the link of a mail is still valid. */
export async function isOpenLink(site: Site, { userId, token }: MailedLink): Promise<boolean> {
  return await isMailedLink(site, site.db.prisma, userId, token);
}

/** Consumes the link of a mail, makes email an active method and starts a session. Throws `second_factor_code_wrong` or `second_factor_active`. */
export async function followLink(site: Site, { userId, token }: MailedLink, client: Client): Promise<StartedSession> {
  const user = await findUser(site, userId);
  return await site.db.transaction(async (tx) => {
    if (!user || !(await isMailedLink(site, tx, userId, token)) || !(await consumeMailedCodeOrLink(tx, userId, 'link'))) throw wrongCode();
    await requireMayProveByMail(site, tx, user);
    await activateEmail(tx, userId);
    await tx.loginNonce.deleteMany({ where: { userId } });
    return await startSession(site, userId, client, tx);
  });
}
