import { countAttempt, uncountAttempt, buildAttemptTarget } from '../auth/attempts.ts';
import { recordRefusedSignIn } from '#app/core/db/audited/record-audit-event.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { toPasswordCost, verifyPassword } from './password.ts';
import { findUserByName, type UserRecord } from './user.record.ts';

const KIND = 'account password';

interface Client {
  ip: string;
}

/** Counts a sign-in attempt. Call it before `checkPassword`, which hashes the password. Throws 429 `too_many_attempts`. */
export async function countSignIn(site: Site, login: string, { ip }: Client): Promise<void> {
  const user = await findUserByName(site, login.trim());
  await countAttempt(site, KIND, { ip, target: buildAttemptTarget(user, login) });
}

/**
 * Checks the password of a sign-in that `countSignIn` has counted. If the password is correct, uncounts the attempt and returns the user. `login` is
 * a login name or email address. Throws 401 `incorrect_password` for unknown users and wrong passwords. Both take the same time.
 */
export async function checkPassword(site: Site, login: string, password: string, { ip }: Client): Promise<UserRecord> {
  const user = await findUserByName(site, login.trim());
  const stored = user ? await site.db.prisma.user.findUnique({ where: { id: user.id }, select: { passwordHash: true } }) : null;
  const isCorrect = await verifyPassword(password, stored?.passwordHash ?? '', toPasswordCost(site.config.passwordCost));
  if (!user || !isCorrect) {
    await recordRefusedSignIn(site, 'user_account', user?.id ?? null, ip);
    throw new Failure('incorrect_password', 401, 'The login name or the password is not right.');
  }
  await uncountAttempt(site, KIND, { ip, target: buildAttemptTarget(user, login) });
  return user;
}

/** Counts a sign-in and checks its password (`countSignIn`, `checkPassword`). Starts no session, because a second-factor step may follow. */
export async function authenticate(site: Site, login: string, password: string, client: Client): Promise<UserRecord> {
  await countSignIn(site, login, client);
  return await checkPassword(site, login, password, client);
}
