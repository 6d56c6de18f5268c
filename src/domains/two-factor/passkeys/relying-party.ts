import type { Keeper } from '#app/core/secrets/keeper.ts';
import { isIP } from 'node:net';
import { isLocalHost } from '../../identity/auth/availability.ts';
import { keyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';

/** What passkeys of this site are bound to: its host, and the address that pages of it are opened at. */
export function relyingParty({ config }: Pick<Site, 'config'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(config.siteUrl);
  return { id: hostname, origin };
}

/** Whether browsers make passkeys for this site: with HTTPS or on this machine, and never for a bare address. */
export function passkeysAvailable({ config }: Pick<Site, 'config'>): boolean {
  const { hostname, protocol } = new URL(config.siteUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return !isAddress && (protocol === 'https:' || (isLocalHost(hostname) && hostname.endsWith('localhost')));
}

/** What stands for a user within passkeys: says nothing about the user, and is the same for all of them. */
export function userHandle(site: Keeper, userId: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(keyedHash(site, 'passkey user', String(userId)), 'hex'));
}
