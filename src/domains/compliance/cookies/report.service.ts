import { byEachKey, type Keeper } from '#app/core/secrets/keeper.ts';
import { randomBytes } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { keyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import { noteCookies, type SeenCookie } from './inventory.service.ts';

const LIFE_MS = 24 * 3600_000;

const hashOf = (site: Keeper, token: string) => keyedHash(site, 'cookie scan', token);

/** Creates a token with which the user's browser may report cookies for 24 hours. */
export async function issueScanToken(site: Site, userId: number): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now().getTime() + LIFE_MS);
  await site.db.prisma.cookieScanToken.create({ data: { tokenHash: hashOf(site, token), userId, expiresAt }, select: { userId: true } });
  return { token, expiresAt };
}

/** Cookies that a browser found on a page. */
export interface BrowserReport {
  token: string;
  /** Names of cookies, and below, names of entries in the browser's storage. */
  cookies: readonly string[];
  storage: readonly string[];
  /** `home`, `loginpage`, `remote`, or a content ID. */
  pageId: string;
}

const PAGE = /^(?:home|loginpage|remote|[1-9]\d{0,8})$/;

/** Adds a browser's report to the inventory. Ignores it without a valid token of the user. */
export async function takeBrowserReport(site: Site, userId: number, { token, cookies, storage, pageId }: BrowserReport): Promise<void> {
  const found = await site.db.prisma.cookieScanToken.findFirst({
    where: { tokenHash: { in: byEachKey(site, (keeper) => hashOf(keeper, token)) } },
    select: { userId: true, expiresAt: true },
  });
  if (!found || found.userId !== userId || found.expiresAt <= now()) return;
  const seen: SeenCookie[] = [
    ...storage.map((name) => ({ name, type: 'localstorage' as const, domain: 'self' })),
    ...cookies.map((name) => ({ name, type: 'cookie' as const, domain: 'self' })),
  ];
  const processedAt = now();
  await site.db.transaction(async (tx) => {
    await noteCookies(site, tx, seen);
    if (!PAGE.test(pageId)) return;
    await tx.scanPage.upsert({ where: { pageId }, create: { pageId, processedAt }, update: { processedAt }, select: { pageId: true } });
  });
}

/** Deletes expired tokens and returns their number. */
export async function removeOldScanTokens({ db }: Site): Promise<number> {
  return (await db.prisma.cookieScanToken.deleteMany({ where: { expiresAt: { lte: now() } } })).count;
}
