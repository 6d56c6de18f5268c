import { mapKeyOwners, type KeyOwner } from '#app/core/secrets/key-owner.ts';
import { randomBytes } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import { recordCookies, type DetectedCookie } from './inventory.service.ts';

const TOKEN_LIFETIME_MS = 24 * 3600_000;

const hashToken = (site: KeyOwner, token: string) => createKeyedHash(site, 'cookie scan', token);

/** Creates a token that lets the user's browser report cookies for 24 hours. */
export async function issueScanToken(site: Site, userId: number): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now().getTime() + TOKEN_LIFETIME_MS);
  await site.db.prisma.cookieScanToken.create({ data: { tokenHash: hashToken(site, token), userId, expiresAt }, select: { userId: true } });
  return { token, expiresAt };
}

/** Cookies that a browser found on a page. */
export interface BrowserReport {
  token: string;
  /** Names of cookies. */
  cookies: readonly string[];
  /** Names of entries in the browser's local storage. */
  storage: readonly string[];
  /** `home`, `loginpage`, `remote`, or a content ID. */
  pageId: string;
}

const PAGE_ID = /^(?:home|loginpage|remote|[1-9]\d{0,8})$/;

/** Adds the cookies that a browser reports to the inventory. Ignores a report without a valid token of the user. */
export async function recordBrowserReport(site: Site, userId: number, { token, cookies, storage, pageId }: BrowserReport): Promise<void> {
  const storedToken = await site.db.prisma.cookieScanToken.findFirst({
    where: { tokenHash: { in: mapKeyOwners(site, (keyOwner) => hashToken(keyOwner, token)) } },
    select: { userId: true, expiresAt: true },
  });
  if (!storedToken || storedToken.userId !== userId || storedToken.expiresAt <= now()) return;
  const seen: DetectedCookie[] = [
    ...storage.map((name) => ({ name, type: 'localstorage' as const, domain: 'self' })),
    ...cookies.map((name) => ({ name, type: 'cookie' as const, domain: 'self' })),
  ];
  const processedAt = now();
  await site.db.transaction(async (tx) => {
    await recordCookies(site, tx, seen);
    if (!PAGE_ID.test(pageId)) return;
    await tx.scanPage.upsert({ where: { pageId }, create: { pageId, processedAt }, update: { processedAt }, select: { pageId: true } });
  });
}

/** Deletes expired scan tokens and returns their number. */
export async function deleteExpiredScanTokens({ db }: Site): Promise<number> {
  return (await db.prisma.cookieScanToken.deleteMany({ where: { expiresAt: { lte: now() } } })).count;
}
