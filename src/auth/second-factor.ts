import type { Site } from '../site.ts';
import type { UserRecord } from '../users/user.record.ts';

/** What follows a right account password before a session may begin. */
export interface SecondStep {
  /** `challenge`: prove it; `onboarding`: set a method up, or skip; `expired`: no session any more. */
  action: 'challenge' | 'onboarding' | 'expired';
  /** Proof of the first half, for the requests of the second one. */
  loginNonce: string | null;
  /** Address of the page that carries on, on this site; null where only a message can be shown. */
  page: string | null;
  /** Said to the person where there is no page. */
  message: string;
}

/** Decides whether a user needs a second step; null = the password is enough. `redirectTo` is where the person wants to get. */
export type SecondFactor = (site: Site, user: UserRecord, redirectTo: string) => Promise<SecondStep | null>;

let secondFactor: SecondFactor | null = null;

/** Puts a second factor between password and session, on the sign-in page and in the `signIn` mutation; null takes it away. */
export function useSecondFactor(factor: SecondFactor | null): void {
  secondFactor = factor;
}

/** The second step of a user who gave the right password, or null. */
export async function secondStepOf(site: Site, user: UserRecord, redirectTo: string): Promise<SecondStep | null> {
  return secondFactor ? secondFactor(site, user, redirectTo) : null;
}
