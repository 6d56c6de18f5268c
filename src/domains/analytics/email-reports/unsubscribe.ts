import { type Keeper, withAnyKey } from '#app/core/secrets/keeper.ts';
import { keyedHash, sameText } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';

/** Page on which a reader unsubscribes, also without signing in. */
export const UNSUBSCRIBE_PAGE = '/analytics/unsubscribe';

const tokenOf = (site: Keeper, userId: number) => keyedHash(site, 'unsubscribe from reports', String(userId)).slice(0, 40);

/** Returns the address that unsubscribes a user. It works for anyone who has it. */
export function unsubscribeAddress(site: Site, userId: number): string {
  return `${site.config.siteUrl}${UNSUBSCRIBE_PAGE}?user=${userId}&token=${tokenOf(site, userId)}`;
}

/** Returns the user of an unsubscribe address, or null if its token is invalid. */
export function userOfAddress(site: Site, user: unknown, token: unknown): number | null {
  const userId = typeof user === 'string' && /^\d{1,9}$/.test(user) ? Number(user) : 0;
  return userId > 0 && typeof token === 'string' && withAnyKey(site, (keeper) => sameText(token, tokenOf(keeper, userId))) ? userId : null;
}

/** Returns the headers with which mail clients offer to unsubscribe with one click (RFC 8058). */
export function unsubscribeHeaders(site: Site, userId: number): Record<string, string> {
  return { 'List-Unsubscribe': `<${unsubscribeAddress(site, userId)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
