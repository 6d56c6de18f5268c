import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { Role } from '../identity/auth/roles.ts';
import { demandOf, type NextStep, nextStep, type Policy, type Standing, statusOf } from './two-factor.rules.ts';
import { forcedRoles, gracePeriod, loginProtection, rolesWithEmail } from './two-factor.settings.ts';

/** What the site demands at present. */
export function policyOf({ settings }: Pick<Site, 'settings'>): Policy {
  return {
    isProtected: settings.get(loginProtection),
    enabled: settings.get(rolesWithEmail),
    forced: settings.get(forcedRoles),
    graceDays: settings.get(gracePeriod),
  };
}

/** How a user stands to second factors, in one statement; nothing is decided for one who has never been asked. */
export async function standingOf(db: Tx, userId: number): Promise<Standing> {
  const stored = await db.user.findUnique({
    where: { id: userId },
    select: {
      twoFactor: { select: { emailStatus: true, graceStartedAt: true } },
      authenticatorApps: { where: { isConfirmed: true }, select: { userId: true } },
      passkeys: { select: { id: true }, take: 1 },
    },
  });
  return {
    email: statusOf(stored?.twoFactor?.emailStatus ?? 'open'),
    hasApp: (stored?.authenticatorApps.length ?? 0) > 0,
    hasPasskey: (stored?.passkeys.length ?? 0) > 0,
    graceStartedAt: stored?.twoFactor?.graceStartedAt ?? null,
  };
}

/** What follows the right password of a user, and what the user is held to. */
export interface Judged {
  standing: Standing;
  step: NextStep;
  isForced: boolean;
}

/** Judges a user by the settings of the moment. */
export async function judge(site: Site, db: Tx, user: { id: number; role: Role }): Promise<Judged> {
  const policy = policyOf(site);
  const standing = await standingOf(db, user.id);
  return { standing, step: nextStep(policy, user.role, standing, now()), isForced: demandOf(policy, user.role) === 'forced' };
}

/** Changes what is stored about a user's second factors. */
export async function changeStanding(
  tx: Tx,
  userId: number,
  changes: { emailStatus?: 'open' | 'active' | 'disabled'; passwordResetForced?: boolean },
): Promise<void> {
  await tx.twoFactorState.upsert({ where: { userId }, create: { userId, ...changes }, update: changes, select: { userId: true } });
}
