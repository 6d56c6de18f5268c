import type { KeyOwner } from '#app/core/secrets/key-owner.ts';
import { isIP } from 'node:net';
import { isLocalHost } from '../../identity/auth/availability.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';

/** Returns the host and the origin to which passkeys of this site are bound. */
export function getRelyingParty({ config }: Pick<Site, 'config'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(config.siteUrl);
  return { id: hostname, origin };
}

/** True if browsers support passkeys for this site: they require HTTPS or localhost, and a host name instead of an IP address. */
export function canUsePasskeys({ config }: Pick<Site, 'config'>): boolean {
  const { hostname, protocol } = new URL(config.siteUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return !isAddress && (protocol === 'https:' || (isLocalHost(hostname) && hostname.endsWith('localhost')));
}

/** Returns the user handle that passkeys store. It is the same for all passkeys of a user and contains no personal data. */
export function getUserHandle(site: KeyOwner, userId: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(createKeyedHash(site, 'passkey user', String(userId)), 'hex'));
}
