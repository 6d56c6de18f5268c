import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';
import { badParameter, missingParameter } from '../failures.ts';
import { digestOf } from './digest.ts';

/** What users put away: notices, tours, prompts (which count how often) and timers (analytics.md 4.4). They survive disconnecting. */
export type DismissalKind = 'item' | 'tour' | 'prompt' | 'timer';
export type Dismissal = Prisma.AnalyticsDismissalGetPayload<object>;

/** Everything of a kind that a user has put away, oldest first; of items only what still holds. */
export async function listDismissals(
  site: Site,
  userId: number,
  kind: DismissalKind,
  query: Prisma.AnalyticsDismissalDefaultArgs = {},
): Promise<Dismissal[]> {
  const stillHolds = kind === 'item' ? { OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] } : {};
  return await site.db.prisma.analyticsDismissal.findMany({
    ...query,
    where: { userId, kind, ...stillHolds },
    orderBy: { position: 'asc' },
  });
}

/** How long something is put away; null = for good. */
function until(seconds: number | null | undefined): Date | null {
  if (typeof seconds !== 'number' || seconds <= 0) return null;
  // what the database returns for later years is no moment
  const latest = Date.UTC(9999, 0);
  return new Date(Math.min(now().getTime() + seconds * 1000, latest));
}

/** Puts something away, for a number of seconds or for good; again counts up and starts its time again. One statement: of several at once all count. */
export async function dismiss(
  site: Site,
  userId: number,
  kind: DismissalKind,
  slug: string,
  seconds?: number | null,
): Promise<Dismissal[]> {
  if (slug === '') throw missingParameter('slug');
  const key = { userId, kind, digest: digestOf(slug) };
  const expiresAt = until(seconds);
  await site.db.prisma.$transaction([
    ...(kind === 'item' ? [site.db.prisma.analyticsDismissal.deleteMany({ where: { userId, kind, expiresAt: { lte: now() } } })] : []),
    site.db.prisma.analyticsDismissal.upsert({
      where: { userId_kind_digest: key },
      create: { ...key, slug, expiresAt },
      update: { expiresAt, count: { increment: 1 } },
      select: { userId: true },
    }),
  ]);
  return await listDismissals(site, userId, kind);
}

/** Takes back that items were put away; returns those that still are. No name at all is refused. */
export async function undismiss(site: Site, userId: number, slugs: readonly string[]): Promise<Dismissal[]> {
  if (slugs.length === 0) throw badParameter('Invalid parameter: data.');
  await site.db.prisma.analyticsDismissal.deleteMany({ where: { userId, kind: 'item', digest: { in: slugs.map(digestOf) } } });
  return await listDismissals(site, userId, 'item');
}

/** A timer to be set. */
export interface Timer {
  slug: string;
  /** Seconds from now. */
  expiration: number;
}

/** Sets timers, one after the other: those before one that is refused are set (analytics.md 4.4). */
export async function setTimers(site: Site, userId: number, timers: readonly Timer[]): Promise<Dismissal[]> {
  if (timers.length === 0) throw missingParameter('items');
  for (const { slug, expiration } of timers) {
    if (slug === '') throw missingParameter('slug');
    if (expiration <= 0) throw missingParameter('expiration', 'Request parameter is invalid: expiration.');
    await dismiss(site, userId, 'timer', slug, expiration);
  }
  return await listDismissals(site, userId, 'timer');
}
