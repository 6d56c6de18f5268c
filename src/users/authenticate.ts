import { checkAttempts, countWrongGuess, forgiveGuess } from '../auth/attempts.ts';
import { Failure } from '../core/failure.ts';
import type { Site } from '../site.ts';
import { verifyPassword } from './password.ts';
import { findUserByName, type UserRecord } from './user.record.ts';

/**
 * The user behind a login name (or e-mail address) and an account password. Starts no session: a second factor may stand between. Throws
 * 401 `incorrect_password`, the same for an unknown user and a wrong password and after the same time, and 429 `too_many_attempts`.
 */
export async function authenticate(site: Site, login: string, password: string, client: { ip: string }): Promise<UserRecord> {
  const attempt = { ip: client.ip, login };
  checkAttempts(site, attempt);
  // counted before it is checked, so that guesses sent at the same time cannot pass together
  countWrongGuess(site, attempt);
  const user = await findUserByName(site, login.trim());
  const stored = user ? await site.db.prisma.user.findUnique({ where: { id: user.id }, select: { passwordHash: true } }) : null;
  const isRight = await verifyPassword(password, stored?.passwordHash ?? '');
  if (!user || !isRight) throw new Failure('incorrect_password', 401, 'The login name or the password is not right.');
  forgiveGuess(site, attempt);
  return user;
}
