import { Secret, TOTP } from 'otpauth';

/** How long the secret of a new app waits for its first code. */
export const SETUP_LIFE_MS = 60 * 60_000;

/** What every authenticator app takes: six digits of SHA-1, a new code every 30 seconds. */
const kind = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the present one whose codes count too: clocks differ, and typing takes a while. */
const TOLERANCE = 1;
const CODE = /^\d{6}$/;

/** A new secret, base32: 160 bits, as RFC 4226 wants it. */
export function newAppSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that a QR code gives to an app: `otpauth://totp/…`. */
export function appAddress(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...kind, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step that a code belongs to, near the moment; null where it belongs to none. Blanks in it do not count. */
export function stepOfCode(secret: string, given: string, moment: Date): number | null {
  const token = given.replace(/\s/g, '');
  if (!CODE.test(token)) return null;
  const timestamp = moment.getTime();
  const delta = TOTP.validate({ ...kind, token, secret: Secret.fromBase32(secret), timestamp, window: TOLERANCE });
  return delta === null ? null : TOTP.counter({ period: kind.period, timestamp }) + delta;
}
