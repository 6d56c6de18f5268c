import type { Role } from '../identity/auth/roles.ts';

/** Methods of the second factor, the most secure first. A user may have several. */
export const methods = ['passkey', 'totp', 'email'] as const;
/** Name of a method. */
export type Method = (typeof methods)[number];

/** `open`: not decided; `active`: required at each sign-in; `disabled`: declined by the user. */
export type MethodStatus = 'open' | 'active' | 'disabled';

/** Second factors of a user. */
export interface FactorStatus {
  /** Status of codes by email. */
  email: MethodStatus;
  /** True if an authenticator app was confirmed by its first code. */
  hasApp: boolean;
  hasPasskey: boolean;
  graceStartedAt: Date | null;
}

/** Policy of the site, from its settings. */
export interface Policy {
  isProtected: boolean;
  /** Roles that are asked to set up a method. */
  enabled: readonly Role[];
  /** Roles among these that must set up a method. */
  forced: readonly Role[];
  graceDays: number;
}

/** Requirement of a role: `forced` = must set up a method, `optional` = is asked to, `empty` = none. */
export type Requirement = 'forced' | 'optional' | 'empty';

/** Next step after a correct password. */
export type NextStep =
  | { action: 'none' }
  | { action: 'challenge'; methods: readonly Method[] }
  /** `daysLeft` of the grace period; null if the role does not require a second factor. */
  | { action: 'onboarding'; daysLeft: number | null }
  | { action: 'expired' };

const DAY_MS = 24 * 3600_000;

/** Parses a stored status. Unknown values become `open`. */
export function getMethodStatus(stored: string): MethodStatus {
  return stored === 'active' || stored === 'disabled' ? stored : 'open';
}

/** Returns the requirement of a role. A role without enabled methods has none, even if it is forced. */
export function getRequirement({ enabled, forced }: Policy, role: Role): Requirement {
  if (!enabled.includes(role)) return 'empty';
  return forced.includes(role) ? 'forced' : 'optional';
}

/** Returns the remaining days of grace: the whole period before and at its start, 1 on the last day, 0 after it. */
function countGraceDaysLeft(graceDays: number, startedAt: Date | null, moment: Date): number {
  const passed = startedAt === null ? 0 : Math.floor((moment.getTime() - startedAt.getTime()) / DAY_MS);
  return Math.max(0, graceDays - passed);
}

/** Returns the active methods, the most secure first. Each sign-in requires one of them. */
export function listActiveMethods({ email, hasApp, hasPasskey }: FactorStatus): Method[] {
  const isActive = { passkey: hasPasskey, totp: hasApp, email: email === 'active' };
  return methods.filter((method) => isActive[method]);
}

/**
 * Returns the next step after a user's correct password. Asks again about a declined method if the role has become forced. Requires apps
 * and passkeys even if the site has no requirement.
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
/** Number of wrong codes in a row that removes the password. */
export const MAX_WRONG_CODES = 30;

/** Returns the delay in seconds after a number of wrong codes in a row: 2, 4, 8, … up to 15 minutes. */
export function waitAfter(wrongCodes: number): number {
  return wrongCodes === 0 ? 0 : Math.min(MAX_WAIT_SECONDS, 2 ** wrongCodes);
}
