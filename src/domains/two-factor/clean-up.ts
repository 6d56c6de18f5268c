import { now } from '#app/core/time/clock.ts';
import { SETUP_LIFE_MS } from './authenticator-app/authenticator-app.rules.ts';
import type { Site } from '#app/site.ts';

/** Deletes expired data of sign-ins and returns the number of rows. */
export async function removeOldSignIns({ db: { prisma } }: Site): Promise<number> {
  const isOver = { expiresAt: { lte: now() } };
  const removed = await Promise.all([
    prisma.loginNonce.deleteMany({ where: isOver }),
    prisma.oneTimeLogin.deleteMany({ where: isOver }),
    prisma.spentChallenge.deleteMany({ where: isOver }),
    prisma.authenticatorApp.deleteMany({ where: { isConfirmed: false, createdAt: { lte: new Date(now().getTime() - SETUP_LIFE_MS) } } }),
    prisma.emailCode.deleteMany({ where: { createdAt: { lte: new Date(now().getTime() - 15 * 60_000) } } }),
  ]);
  return removed.reduce((sum, { count }) => sum + count, 0);
}
