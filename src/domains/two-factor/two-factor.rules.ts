import type { Role } from '../identity/auth/roles.ts';

/** Ways to prove a second factor, the surest first. A user may have several. */
export const methods = ['passkey', 'totp', 'email'] as const;
/** A way to prove a second factor, by its name. */
export type Method = (typeof methods)[number];

/** `open`: not decided; `active`: asked for at each sign-in; `disabled`: the user wants none. */
export type MethodStatus = 'open' | 'active' | 'disabled';

/** How a user stands to second factors. */
export interface Standing {
  /** Of codes by e-mail. */
  email: MethodStatus;
  /** An authenticator app has proven itself by a first code. */
  hasApp: boolean;
  hasPasskey: boolean;
  graceStartedAt: Date | null;
}

/** What the site demands, as its settings say. */
export interface Policy {
  isProtected: boolean;
  /** Roles that are asked to set a method up. */
  enabled: readonly Role[];
  /** Of these, the ones that must. */
  forced: readonly Role[];
  graceDays: number;
}

/** What a site demands of a role: `forced` = it must set a method up, `optional` = it is asked to, `empty` = nothing. */
export type Demand = 'forced' | 'optional' | 'empty';

/** What follows a right password. */
export type NextStep =
  | { action: 'none' }
  | { action: 'challenge'; methods: readonly Method[] }
  | { action: 'onboarding' /** Null where the method may be refused for good. */; daysLeft: number | null }
  | { action: 'expired' };

const DAY_MS = 24 * 3600_000;

/** A status as stored; what is not known counts as `open`. */
export function statusOf(stored: string): MethodStatus {
  return stored === 'active' || stored === 'disabled' ? stored : 'open';
}

/** What the site demands of a role. A role that no method is enabled for is forced to nothing. */
export function demandOf({ enabled, forced }: Policy, role: Role): Demand {
  if (!enabled.includes(role)) return 'empty';
  return forced.includes(role) ? 'forced' : 'optional';
}

/** Days of grace that are left: the whole period at first, 1 on the last day, 0 when it is over. Before its start it is whole. */
function graceDaysLeft(graceDays: number, startedAt: Date | null, moment: Date): number {
  const passed = startedAt === null ? 0 : Math.floor((moment.getTime() - startedAt.getTime()) / DAY_MS);
  return Math.max(0, graceDays - passed);
}

/** The methods of which one is asked for at each sign-in, the surest first. */
export function activeMethods({ email, hasApp, hasPasskey }: Standing): Method[] {
  const isActive = { passkey: hasPasskey, totp: hasApp, email: email === 'active' };
  return methods.filter((method) => isActive[method]);
}

/**
 * What follows the right password of a user. Who once refused a method is asked again when the role has become a forced one. What a user set up
 * beyond codes by e-mail is asked for whatever the site demands.
 */
export function nextStep(policy: Policy, role: Role, standing: Standing, moment: Date): NextStep {
  const active = activeMethods(standing).filter((method) => policy.isProtected || method !== 'email');
  if (active.length > 0) return { action: 'challenge', methods: active };
  if (!policy.isProtected) return { action: 'none' };
  const demand = demandOf(policy, role);
  if (demand === 'forced') {
    const daysLeft = graceDaysLeft(policy.graceDays, standing.graceStartedAt, moment);
    return daysLeft > 0 ? { action: 'onboarding', daysLeft } : { action: 'expired' };
  }
  return demand === 'optional' && standing.email === 'open' ? { action: 'onboarding', daysLeft: null } : { action: 'none' };
}

/** Most seconds that a wrong code keeps the next one waiting. */
const LONGEST_WAIT = 15 * 60;
/** Wrong codes in a row that take the password away. */
export const MAX_WRONG_CODES = 30;

/** Seconds that the next code has to wait after a number of wrong ones in a row: 2, 4, 8, … up to 15 minutes. */
export function waitAfter(wrongCodes: number): number {
  return wrongCodes === 0 ? 0 : Math.min(LONGEST_WAIT, 2 ** wrongCodes);
}
