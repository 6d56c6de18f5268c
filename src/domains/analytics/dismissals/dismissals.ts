import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';
import { invalidParameter, missingParameter } from '../failures.ts';
import { hashSlug } from './digest.ts';

/**
 * Kinds of things that users dismiss: notices, tours, prompts (with a count) and timers (docs/behaviour/analytics.md 4.4). Dismissals stay stored
 * when a user disconnects the account.
 */
export type DismissalKind = 'item' | 'tour' | 'prompt' | 'timer';
export type Dismissal = Prisma.AnalyticsDismissalGetPayload<object>;

/** Lists a user's dismissals of a kind, oldest first. Omits expired items. */
export async function listDismissals(
  site: Site,
  userId: number,
  kind: DismissalKind,
  query: Prisma.AnalyticsDismissalDefaultArgs = {},
): Promise<Dismissal[]> {
  const notExpired = kind === 'item' ? { OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] } : {};
  return await site.db.prisma.analyticsDismissal.findMany({
    ...query,
    where: { userId, kind, ...notExpired },
    orderBy: { position: 'asc' },
  });
}

/** Returns the time at which a dismissal expires. Null for a permanent one. */
function computeExpiry(seconds: number | null | undefined): Date | null {
  if (typeof seconds !== 'number' || seconds <= 0) return null;
  // JavaScript cannot parse years after 9999 from the database
  const maxTime = Date.UTC(9999, 0);
  return new Date(Math.min(now().getTime() + seconds * 1000, maxTime));
}

/**
 * Dismisses something for a number of seconds, or permanently, and returns all dismissals of the kind. A repetition increases the count and restarts
 * the time. The count increases within the database, so that no concurrent call is lost. Throws `missing_required_param` for an empty slug.
 */
export async function dismiss(
  site: Site,
  userId: number,
  kind: DismissalKind,
  slug: string,
  seconds?: number | null,
): Promise<Dismissal[]> {
  if (slug === '') throw missingParameter('slug');
  const key = { userId, kind, digest: hashSlug(slug) };
  const expiresAt = computeExpiry(seconds);
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

/** Reverts dismissals of items and returns the remaining dismissals. Throws `analytics_invalid_parameter` for an empty list. */
export async function undismiss(site: Site, userId: number, slugs: readonly string[]): Promise<Dismissal[]> {
  if (slugs.length === 0) throw invalidParameter('Invalid parameter: data.');
  await site.db.prisma.analyticsDismissal.deleteMany({ where: { userId, kind: 'item', digest: { in: slugs.map(hashSlug) } } });
  return await listDismissals(site, userId, 'item');
}

/** A timer to set. */
export interface Timer {
  slug: string;
  /** Seconds from now. */
  expiration: number;
}

/** Sets timers one after the other, and returns all timers. If a timer is invalid, those before it remain set (docs/behaviour/analytics.md 4.4). */
export async function setTimers(site: Site, userId: number, timers: readonly Timer[]): Promise<Dismissal[]> {
  if (timers.length === 0) throw missingParameter('items');
  for (const { slug, expiration } of timers) {
    if (slug === '') throw missingParameter('slug');
    if (expiration <= 0) throw missingParameter('expiration', 'Request parameter is invalid: expiration.');
    await dismiss(site, userId, 'timer', slug, expiration);
  }
  return await listDismissals(site, userId, 'timer');
}
