import type { Site } from '#app/site.ts';
import type { UserRecord } from '../users/user.record.ts';

/** Ways to prove a second factor. */
export type SecondFactorMethod = 'passkey' | 'totp' | 'email';

/** What follows a right account password before a session may begin. */
export interface SecondStep {
  /** `challenge`: prove it; `onboarding`: set a method up, or skip; `expired`: no session any more. */
  action: 'challenge' | 'onboarding' | 'expired';
  /** The methods that `challenge` may be met by, the surest first. */
  methods: readonly SecondFactorMethod[];
  /** Proof of the first half, for the requests of the second one. */
  loginNonce: string | null;
  /** Path of the page that carries on, on this site; null where only a message can be shown. The proof travels in a cookie (`keepPending`). */
  page: string | null;
  /** Said to the person where there is no page. */
  message: string;
}

/** Decides whether a user needs a second step; null = the password is enough. `redirectTo` is where the person wants to get, `ip` where they are. */
export type SecondFactor = (site: Site, user: UserRecord, redirectTo: string, ip: string) => Promise<SecondStep | null>;

const noFactor = (): { factor: SecondFactor | null } => ({ factor: null });

/** Puts a second factor between password and session of a site, on the sign-in page and in the `signIn` mutation; null takes it away. */
export function useSecondFactor(site: Site, factor: SecondFactor | null): void {
  site.state.of(noFactor).factor = factor;
}

/** The second step of a user who gave the right password, or null. */
export async function secondStepOf(site: Site, user: UserRecord, redirectTo: string, ip: string): Promise<SecondStep | null> {
  return (await site.state.of(noFactor).factor?.(site, user, redirectTo, ip)) ?? null;
}
