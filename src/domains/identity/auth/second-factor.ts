import type { Site } from '#app/site.ts';
import type { UserRecord } from '../users/user.record.ts';

/** Method of the second factor. */
export type SecondFactorMethod = 'passkey' | 'totp' | 'email';

/** Step between a correct account password and the session. */
export interface SecondStep {
  /** `challenge`: the user must prove a second factor. `onboarding`: the user may set up a method, or skip that. `expired`: no session is started. */
  action: 'challenge' | 'onboarding' | 'expired';
  /** Accepted methods of a `challenge`, the most secure first. */
  methods: readonly SecondFactorMethod[];
  /** Proof of the password step that the requests of the second-factor step send; null if no such request is possible. */
  loginNonce: string | null;
  /** Path of the next page on this site; null if there is only a message. The caller stores `loginNonce` in a cookie (`setPendingCookie`). */
  page: string | null;
  /** Message for the user if there is no page. */
  message: string;
}

/** Returns the second step of a user, or null if the password is enough. `redirectTo` is the requested page, `ip` the IP address of the client. */
export type SecondFactor = (site: Site, user: UserRecord, redirectTo: string, ip: string) => Promise<SecondStep | null>;

const createState = (): { factor: SecondFactor | null } => ({ factor: null });

/** Sets the second factor of a site for the sign-in page and the `signIn` mutation. Null removes it. */
export function useSecondFactor(site: Site, factor: SecondFactor | null): void {
  site.state.getOrCreate(createState).factor = factor;
}

/** Returns the second step of a user who entered the correct password, or null if the password is enough. */
export async function findSecondStep(site: Site, user: UserRecord, redirectTo: string, ip: string): Promise<SecondStep | null> {
  return (await site.state.getOrCreate(createState).factor?.(site, user, redirectTo, ip)) ?? null;
}
