import type { Role } from '../identity/auth/roles.ts';

/** Methods of the second factor, the most secure first. A user may have several methods. */
export const methods = ['passkey', 'totp', 'email'] as const;
/** Name of a method. */
export type Method = (typeof methods)[number];

/** Status of a method. `open`: the user has not decided. `active`: it is required at each sign-in. `disabled`: the user has declined it. */
export type MethodStatus = 'open' | 'active' | 'disabled';

/** Second factors of a user. */
export interface FactorStatus {
  /** Status of codes by email. */
  email: MethodStatus;
  /** True if an authenticator app was confirmed by its first code. */
  hasApp: boolean;
  hasPasskey: boolean;
  /** Start of the grace period; null if it has not started. */
  graceStartedAt: Date | null;
}

/** Policy of the site, from its settings. */
export interface Policy {
  /** True if sign-ins may require a second factor. */
  isProtected: boolean;
  /** Roles whose users are asked to set up a method. */
  enabled: readonly Role[];
  /** Roles among `enabled` whose users must set up a method. */
  forced: readonly Role[];
  graceDays: number;
}

/** Requirement of a role. `forced`: users must set up a method. `optional`: users are asked to. `empty`: no requirement. */
export type Requirement = 'forced' | 'optional' | 'empty';

/** Next step after a correct password. */
export type NextStep =
  | { action: 'none' }
  | { action: 'challenge'; methods: readonly Method[] }
  /** `daysLeft` is the number of remaining days of the grace period, or null if the role does not require a second factor. */
  | { action: 'onboarding'; daysLeft: number | null }
  | { action: 'expired' };

const DAY_MS = 24 * 3600_000;

/** Parses a stored status. Unknown values become `open`. */
export function parseMethodStatus(stored: string): MethodStatus {
  return stored === 'active' || stored === 'disabled' ? stored : 'open';
}

/** Returns the requirement of a role. A role that is not enabled has no requirement, even if it is forced. */
export function getRequirement({ enabled, forced }: Policy, role: Role): Requirement {
  if (!enabled.includes(role)) return 'empty';
  return forced.includes(role) ? 'forced' : 'optional';
}

/** Returns the remaining days of the grace period: `graceDays` on the first day and before it has started, 1 on the last day, 0 after it. */
function countGraceDaysLeft(graceDays: number, startedAt: Date | null, moment: Date): number {
  const passed = startedAt === null ? 0 : Math.floor((moment.getTime() - startedAt.getTime()) / DAY_MS);
  return Math.max(0, graceDays - passed);
}

/** Returns the active methods, the most secure first. Each sign-in requires one of them. */
export function listActiveMethods({ email, hasApp, hasPasskey }: FactorStatus): Method[] {
  const activeByMethod = { passkey: hasPasskey, totp: hasApp, email: email === 'active' };
  return methods.filter((method) => activeByMethod[method]);
}

/**
 * Returns the next step after a user's correct password. A user who declined codes by email is asked again if the role is now forced. A user with an
 * app or a passkey must use it even if the site does not require a second factor.
 */
export function getNextStep(policy: Policy, role: Role, factorStatus: FactorStatus, moment: Date): NextStep {
  const active = listActiveMethods(factorStatus).filter((method) => policy.isProtected || method !== 'email');
  if (active.length > 0) return { action: 'challenge', methods: active };
  if (!policy.isProtected) return { action: 'none' };
  const requirement = getRequirement(policy, role);
  if (requirement === 'forced') {
    const daysLeft = countGraceDaysLeft(policy.graceDays, factorStatus.graceStartedAt, moment);
    return daysLeft > 0 ? { action: 'onboarding', daysLeft } : { action: 'expired' };
  }
  return requirement === 'optional' && factorStatus.email === 'open' ? { action: 'onboarding', daysLeft: null } : { action: 'none' };
}

/** Maximum delay in seconds after a wrong code. */
const MAX_WAIT_SECONDS = 15 * 60;
/** Number of wrong codes in a row after which the password is removed. */
export const MAX_WRONG_CODES = 30;

/** Returns the delay in seconds after a number of wrong codes in a row: 2, 4, 8, … up to 15 minutes. */
export function computeWaitSeconds(wrongCodes: number): number {
  return wrongCodes === 0 ? 0 : Math.min(MAX_WAIT_SECONDS, 2 ** wrongCodes);
}
