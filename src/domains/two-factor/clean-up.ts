import { now } from '#app/core/time/clock.ts';
import { SETUP_LIFE_MS } from './authenticator-app/authenticator-app.rules.ts';
import type { Site } from '#app/site.ts';

/** Deletes expired data of sign-ins and returns the number of deleted rows. */
export async function removeOldSignIns({ db: { prisma } }: Site): Promise<number> {
  const whereExpired = { expiresAt: { lte: now() } };
  const results = await Promise.all([
    prisma.loginNonce.deleteMany({ where: whereExpired }),
    prisma.oneTimeLogin.deleteMany({ where: whereExpired }),
    prisma.spentChallenge.deleteMany({ where: whereExpired }),
    prisma.authenticatorApp.deleteMany({ where: { isConfirmed: false, createdAt: { lte: new Date(now().getTime() - SETUP_LIFE_MS) } } }),
    prisma.emailCode.deleteMany({ where: { createdAt: { lte: new Date(now().getTime() - 15 * 60_000) } } }),
  ]);
  return results.reduce((sum, { count }) => sum + count, 0);
}
