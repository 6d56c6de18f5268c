import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { Role } from '../identity/auth/roles.ts';
import { getRequirement, type NextStep, getNextStep, type Policy, type FactorStatus, parseMethodStatus } from './two-factor.rules.ts';
import { forcedRoles, gracePeriod, loginProtection, rolesWithEmail } from './two-factor.settings.ts';

/** Returns the current policy of the site. */
export function getPolicy({ settings }: Pick<Site, 'settings'>): Policy {
  return {
    isProtected: settings.get(loginProtection),
    enabled: settings.get(rolesWithEmail),
    forced: settings.get(forcedRoles),
    graceDays: settings.get(gracePeriod),
  };
}

/** Returns the second factors of a user. The email status is `open` if the user has neither accepted nor declined codes by email. */
export async function loadFactorStatus(db: Tx, userId: number): Promise<FactorStatus> {
  const stored = await db.user.findUnique({
    where: { id: userId },
    select: {
      twoFactor: { select: { emailStatus: true, graceStartedAt: true } },
      authenticatorApps: { where: { isConfirmed: true }, select: { userId: true } },
      passkeys: { select: { id: true }, take: 1 },
    },
  });
  return {
    email: parseMethodStatus(stored?.twoFactor?.emailStatus ?? 'open'),
    hasApp: (stored?.authenticatorApps.length ?? 0) > 0,
    hasPasskey: (stored?.passkeys.length ?? 0) > 0,
    graceStartedAt: stored?.twoFactor?.graceStartedAt ?? null,
  };
}

/** Second factors of a user, the next step after the correct password, and whether the user's role requires a second factor. */
export interface Evaluation {
  factorStatus: FactorStatus;
  step: NextStep;
  isForced: boolean;
}

/** Evaluates a user by the current settings. */
export async function evaluateUser(site: Site, db: Tx, user: { id: number; role: Role }): Promise<Evaluation> {
  const policy = getPolicy(site);
  const factorStatus = await loadFactorStatus(db, user.id);
  return {
    factorStatus,
    step: getNextStep(policy, user.role, factorStatus, now()),
    isForced: getRequirement(policy, user.role) === 'forced',
  };
}

/** Stores changes of a user's second factors. */
export async function changeFactorStatus(
  tx: Tx,
  userId: number,
  changes: { emailStatus?: 'open' | 'active' | 'disabled'; passwordResetForced?: boolean },
): Promise<void> {
  await tx.twoFactorState.upsert({ where: { userId }, create: { userId, ...changes }, update: changes, select: { userId: true } });
}
