import { Secret, TOTP } from 'otpauth';

/** Time within which the first code of a new app must be entered. */
export const SETUP_LIFE_MS = 60 * 60_000;

/** Parameters that all authenticator apps support: SHA-1, six digits and a new code every 30 seconds. */
const TOTP_PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Number of accepted time steps before and after the current one, for clock differences and slow typing. */
const TOLERANCE = 1;
const CODE = /^\d{6}$/;

/** Creates a base32 secret of 160 bits, as RFC 4226 requires. */
export function createAppSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the URL for the app's QR code: `otpauth://totp/…`. */
export function buildAppUrl(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...TOTP_PARAMETERS, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** Returns the time step of a code, within the tolerance around a moment, or null if the code is wrong. Ignores spaces. */
export function findCodeStep(secret: string, code: string, moment: Date): number | null {
  const token = code.replace(/\s/g, '');
  if (!CODE.test(token)) return null;
  const timestamp = moment.getTime();
  const delta = TOTP.validate({ ...TOTP_PARAMETERS, token, secret: Secret.fromBase32(secret), timestamp, window: TOLERANCE });
  return delta === null ? null : TOTP.counter({ period: TOTP_PARAMETERS.period, timestamp }) + delta;
}
