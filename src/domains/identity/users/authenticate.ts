import { countGuess, forgiveGuess, guessedAt } from '../auth/attempts.ts';
import { noteRefusedSignIn } from '#app/core/db/audited/note.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { costOf, verifyPassword } from './password.ts';
import { findUserByName, type UserRecord } from './user.record.ts';

const KIND = 'account password';

interface Client {
  ip: string;
}

/** Counts a sign-in as an attempt, before anything is hashed. Throws 429 `too_many_attempts`. */
export async function countSignIn(site: Site, login: string, { ip }: Client): Promise<void> {
  const user = await findUserByName(site, login.trim());
  await countGuess(site, KIND, { ip, at: guessedAt(user, login) });
}

/**
 * Returns the user behind a login name (or e-mail address) and an account password, for a sign-in that was counted (`countSignIn`); a right one is
 * not an attempt any more. Throws 401 `incorrect_password`, the same for an unknown user and a wrong password and after the same time.
 */
export async function checkPassword(site: Site, login: string, password: string, { ip }: Client): Promise<UserRecord> {
  const user = await findUserByName(site, login.trim());
  const stored = user ? await site.db.prisma.user.findUnique({ where: { id: user.id }, select: { passwordHash: true } }) : null;
  const isRight = await verifyPassword(password, stored?.passwordHash ?? '', costOf(site.config.passwordCost));
  if (!user || !isRight) {
    await noteRefusedSignIn(site, 'user_account', user?.id ?? null, ip);
    throw new Failure('incorrect_password', 401, 'The login name or the password is not right.');
  }
  await forgiveGuess(site, KIND, { ip, at: guessedAt(user, login) });
  return user;
}

/**
 * Counts a sign-in and checks its password; see `countSignIn` and `checkPassword` for what it returns and throws. Starts no session: a second factor
 * may stand between.
 */
export async function authenticate(site: Site, login: string, password: string, client: Client): Promise<UserRecord> {
  await countSignIn(site, login, client);
  return await checkPassword(site, login, password, client);
}
