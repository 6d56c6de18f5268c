import type { Tx } from '#app/core/db/database.ts';
import { mailWaits } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { type Client, type StartedSession, startSession } from '../identity/auth/sessions.ts';
import type { Viewer } from '../identity/auth/viewer.ts';
import { findUser, type UserRecord } from '../identity/users/user.record.ts';
import { getUser } from '../identity/users/user.service.ts';
import { checkCode, type GivenCode } from './code-check.ts';
import { type CodePurpose, isMailedLink, mailCode, useMailed } from './email-code.ts';
import { codeNotAwaited, methodIsActive, methodIsDemanded, methodNotSupported, wrongCode, wrongLoginNonce } from './failures.ts';
import { forgetGuesses } from './guesses.ts';
import { useLoginNonce } from './login-nonce.ts';
import { changeStanding, judge } from './standing.ts';
import { activeMethods } from './two-factor.rules.ts';

/** The second half of signing in: the first one is proven by a login nonce, which the callers of these functions have verified. */
export interface SecondHalf {
  userId: number;
  loginNonce: string;
  /** Who asks, as far as the request itself says: for the refusal of a nonce that was used up meanwhile. */
  viewer: Viewer;
  client: Client;
}

/** What clients name as the method they mean; null = none that is known. */
export type NamedMethod = 'email' | 'totp' | 'passkey' | null;

/** Uses the proof of the first half up and begins a session. Throws `login_nonce_invalid` where it was used meanwhile. */
export async function beginSession(site: Site, tx: Tx, { userId, loginNonce, viewer, client }: SecondHalf): Promise<StartedSession> {
  if (!(await useLoginNonce(site, tx, userId, loginNonce))) throw wrongLoginNonce(viewer);
  return await startSession(site, userId, { remember: true, ...client }, tx);
}

/** Refuses e-mail codes for good and begins a session. Throws `second_factor_required` and `second_factor_active`. */
export async function declineSecondFactor(site: Site, half: SecondHalf): Promise<StartedSession> {
  const user = await getUser(site, half.userId);
  return await site.db.transaction(async (tx) => {
    const { standing, isForced } = await judge(site, tx, user);
    if (isForced) throw methodIsDemanded();
    if (activeMethods(standing).length > 0) throw methodIsActive();
    await changeStanding(tx, user.id, { emailStatus: 'disabled' });
    return await beginSession(site, tx, half);
  });
}

/** Begins a session and asks again next time. Throws `second_factor_active`, and `second_factor_required` when the days of grace are over. */
export async function skipSecondFactor(site: Site, half: SecondHalf): Promise<StartedSession> {
  const user = await getUser(site, half.userId);
  return await site.db.transaction(async (tx) => {
    const { standing, step } = await judge(site, tx, user);
    if (activeMethods(standing).length > 0) throw methodIsActive();
    if (step.action === 'expired') throw methodIsDemanded();
    return await beginSession(site, tx, half);
  });
}

/** What a mail with a code is to say and to lead to. */
export interface CodeRequest {
  method: NamedMethod;
  purpose: CodePurpose;
  /** Where the link in the mail leads, on this site. */
  redirectTo: string;
}

/**
 * Mails a code to someone who wants to sign in with such codes from now on; returns the code as it is stored. Throws `second_factor_active` and
 * `second_factor_unsupported`.
 */
export async function beginEmailSetup(site: Site, { userId }: SecondHalf, request: CodeRequest): Promise<string> {
  const user = await getUser(site, userId);
  const hash = await site.db.transaction(async (tx) => {
    const { standing } = await judge(site, tx, user);
    if (activeMethods(standing).length > 0) throw methodIsActive();
    if (request.method !== 'email') throw methodNotSupported();
    return await mailCode(site, tx, user.id, request);
  });
  mailWaits(site);
  return hash;
}

/** Mails a new code to someone who awaits one. Throws `second_factor_unsupported` and `second_factor_not_awaited`. */
export async function resendCode(site: Site, { userId }: SecondHalf, request: CodeRequest): Promise<void> {
  const user = await getUser(site, userId);
  await site.db.transaction(async (tx) => {
    if (request.method !== 'email') throw methodNotSupported();
    const { standing, step } = await judge(site, tx, user);
    const isAwaited = standing.email === 'active' || (standing.email === 'open' && step.action === 'onboarding');
    if (!isAwaited) throw codeNotAwaited();
    await mailCode(site, tx, user.id, request);
  });
  mailWaits(site);
}

/** The address is proven: codes by e-mail are a second factor of the user from now on. */
async function activateEmail(tx: Tx, userId: number): Promise<void> {
  await forgetGuesses(tx, userId);
  await changeStanding(tx, userId, { emailStatus: 'active' });
}

/** Codes by mail may be given where they are in use already, or nothing else is. */
async function requireMayProveByMail(site: Site, tx: Tx, user: UserRecord): Promise<void> {
  const active = activeMethods((await judge(site, tx, user)).standing);
  if (active.length > 0 && !active.includes('email')) throw methodIsActive();
}

/**
 * Begins a session for a right code, which makes e-mail an active method. Throws `second_factor_unsupported`, `second_factor_active` when another
 * method is, `second_factor_code_wrong`, and `second_factor_wait` too soon after a wrong one. A wrong code changes nothing about the methods; the
 * thirtieth in a row takes the password away.
 */
export async function confirmEmailCode(
  site: Site,
  half: SecondHalf,
  { method, code }: { method: NamedMethod; code: string },
): Promise<StartedSession> {
  const user = await getUser(site, half.userId);
  if (method !== 'email') throw methodNotSupported();
  return await checkCode(
    site,
    user.id,
    { source: 'email', code },
    {
      mayTry: (tx) => requireMayProveByMail(site, tx, user),
      onRight: async (tx) => {
        await activateEmail(tx, user.id);
        return await beginSession(site, tx, half);
      },
    },
  );
}

/**
 * Begins a session for a right code of any of the user's methods, or a recovery code. Throws as `confirmEmailCode`, and 403
 * `second_factor_not_awaited` for a method that the user does not have.
 */
export async function proveSecondFactor(site: Site, half: SecondHalf, given: GivenCode): Promise<StartedSession> {
  if (given.source === 'email') return await confirmEmailCode(site, half, { method: 'email', code: given.code });
  const user = await getUser(site, half.userId);
  return await checkCode(site, user.id, given, {
    mayTry: async (tx) => {
      const active = activeMethods((await judge(site, tx, user)).standing);
      if (given.source === 'totp' ? !active.includes('totp') : active.length === 0) throw codeNotAwaited();
    },
    onRight: (tx) => beginSession(site, tx, half),
  });
}

/** What stands in the link of a mail with a code. */
export interface MailedLink {
  userId: number;
  token: string;
}

/** Whether the link of a mail still opens the site. */
export async function isOpenLink(site: Site, { userId, token }: MailedLink): Promise<boolean> {
  return await isMailedLink(site, site.db.prisma, userId, token);
}

/** Begins a session for the link of a mail, as its code would. Throws `second_factor_code_wrong` and `second_factor_active`. */
export async function followLink(site: Site, { userId, token }: MailedLink, client: Client): Promise<StartedSession> {
  const user = await findUser(site, userId);
  return await site.db.transaction(async (tx) => {
    if (!user || !(await isMailedLink(site, tx, userId, token)) || !(await useMailed(tx, userId, 'link'))) throw wrongCode();
    await requireMayProveByMail(site, tx, user);
    await activateEmail(tx, userId);
    await tx.loginNonce.deleteMany({ where: { userId } });
    return await startSession(site, userId, client, tx);
  });
}
