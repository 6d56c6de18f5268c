import { countGuess, forgiveGuess, guessedAt } from '../auth/attempts.ts';
import { noteRefusedSignIn } from '#app/core/db/audited/note.ts';
import { Failure } from '#app/core/failure.ts';
import type { Site } from '#app/site.ts';
import { costOf, verifyPassword } from './password.ts';
import { findUserByName, type UserRecord } from './user.record.ts';

/**
 * The user behind a login name (or e-mail address) and an account password. Starts no session: a second factor may stand between. Throws
 * 401 `incorrect_password`, the same for an unknown user and a wrong password and after the same time, and 429 `too_many_attempts`.
 */
export async function authenticate(site: Site, login: string, password: string, client: { ip: string }): Promise<UserRecord> {
  const user = await findUserByName(site, login.trim());
  const attempt = { ip: client.ip, at: guessedAt(user, login) };
  await countGuess(site, 'account password', attempt);
  const stored = user ? await site.db.prisma.user.findUnique({ where: { id: user.id }, select: { passwordHash: true } }) : null;
  const isRight = await verifyPassword(password, stored?.passwordHash ?? '', costOf(site.config.passwordCost));
  if (!user || !isRight) {
    await noteRefusedSignIn(site, 'user_account', user?.id ?? null, client.ip);
    throw new Failure('incorrect_password', 401, 'The login name or the password is not right.');
  }
  await forgiveGuess(site, 'account password', attempt);
  return user;
}
