import { now } from '../core/clock.ts';
import type { Site } from '../site.ts';

const DAY_MS = 24 * 3600_000;

/** What is kept under the key, null when nothing is or its day is over. */
export async function recallEmbed(site: Site, key: string): Promise<Readonly<Record<string, unknown>> | null> {
  const [row] = await site.db.sql<{ data: Record<string, unknown> }>(
    'SELECT data FROM embed_cache WHERE key = $1 AND expires_at > $2',
    [key, now()],
    'embed_by_key',
  );
  return row?.data ?? null;
}

/** Keeps an answer for 24 hours. */
export async function rememberEmbed(site: Site, key: string, data: Readonly<Record<string, unknown>>): Promise<void> {
  const text = `INSERT INTO embed_cache (key, data, expires_at) VALUES ($1, $2::jsonb, $3)
    ON CONFLICT (key) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at`;
  await site.db.sql(text, [key, JSON.stringify(data).replaceAll(String.raw`\u0000`, ''), new Date(now().getTime() + DAY_MS)], 'keep_embed');
}

/** Removes the answers whose day is over; answers how many. For the daily job. */
export async function purgeEmbeds(site: Site): Promise<number> {
  return (await site.db.prisma.embedCache.deleteMany({ where: { expiresAt: { lte: now() } } })).count;
}
