import { Secret, TOTP } from 'otpauth';

/** Time in which the first code of a new app must be entered. */
export const SETUP_LIFE_MS = 60 * 60_000;

/** Parameters that all authenticator apps support: SHA-1, six digits, a new code every 30 seconds. */
const kind = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Number of accepted steps before and after the current one, for clock differences and slow typing. */
const TOLERANCE = 1;
const CODE = /^\d{6}$/;

/** Creates a base32 secret of 160 bits, as RFC 4226 requires. */
export function newAppSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the address for the app's QR code: `otpauth://totp/…`. */
export function appAddress(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...kind, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** Returns the time step of a code near the moment; null if it is wrong. Ignores spaces. */
export function stepOfCode(secret: string, given: string, moment: Date): number | null {
  const token = given.replace(/\s/g, '');
  if (!CODE.test(token)) return null;
  const timestamp = moment.getTime();
  const delta = TOTP.validate({ ...kind, token, secret: Secret.fromBase32(secret), timestamp, window: TOLERANCE });
  return delta === null ? null : TOTP.counter({ period: kind.period, timestamp }) + delta;
}
