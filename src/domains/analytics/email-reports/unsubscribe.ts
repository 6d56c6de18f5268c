import { type KeyOwner, matchesAnyKey } from '#app/core/secrets/key-owner.ts';
import { createKeyedHash, areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';

/** Path of the page on which a user can unsubscribe from reports without signing in. */
export const UNSUBSCRIBE_PAGE = '/analytics/unsubscribe';

const createToken = (site: KeyOwner, userId: number) => createKeyedHash(site, 'unsubscribe from reports', String(userId)).slice(0, 40);

/** Returns the URL at which a user can unsubscribe. Anyone who knows the URL can use it. */
export function buildUnsubscribeUrl(site: Site, userId: number): string {
  return `${site.config.siteUrl}${UNSUBSCRIBE_PAGE}?user=${userId}&token=${createToken(site, userId)}`;
}

/** Returns the ID of the user to whom an unsubscribe URL belongs. Null if the token is invalid. */
export function findTokenUserId(site: Site, user: unknown, token: unknown): number | null {
  const userId = typeof user === 'string' && /^\d{1,9}$/.test(user) ? Number(user) : 0;
  return userId > 0 &&
    typeof token === 'string' &&
    matchesAnyKey(site, (keyOwner) => areEqualInConstantTime(token, createToken(keyOwner, userId)))
    ? userId
    : null;
}

/** Returns the headers that let mail clients offer one-click unsubscription (RFC 8058). */
export function buildUnsubscribeHeaders(site: Site, userId: number): Record<string, string> {
  return { 'List-Unsubscribe': `<${buildUnsubscribeUrl(site, userId)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
