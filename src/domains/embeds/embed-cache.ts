import { rowShape, narrowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { now } from '#app/core/time/clock.ts';
import { declareBatchDelete, deleteInBatches } from '#app/core/db/expiry.ts';
import type { Site } from '#app/site.ts';

const DAY_MS = 24 * 3600_000;

const selectByKey = statement(
  'embed_by_key',
  'SELECT e.data FROM embed_cache e WHERE e.key = $1 AND e.expires_at > $2',
  narrowShape<{ data: Record<string, unknown> }>(rowShape({ data: 'json' })),
);
const upsertEmbed = statement(
  'keep_embed',
  `INSERT INTO embed_cache (key, data, expires_at) VALUES ($1, $2::jsonb, $3)
    ON CONFLICT (key) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at`,
);

/** Returns the cached response of a key, or null if it is missing or has expired. */
export async function readCachedEmbed(site: Site, key: string): Promise<Readonly<Record<string, unknown>> | null> {
  const [row] = await site.db.rows(selectByKey, [key, now()]);
  return row?.data ?? null;
}

/** Caches a response for 24 hours. */
export async function cacheEmbed(site: Site, key: string, data: Readonly<Record<string, unknown>>): Promise<void> {
  await site.db.rows(upsertEmbed, [key, JSON.stringify(data).replaceAll(String.raw`\u0000`, ''), new Date(now().getTime() + DAY_MS)]);
}

const expiredEmbeds = declareBatchDelete('remove_old_embeds', 'embed_cache', 'key', 'expires_at <= $1');

/** Removes expired responses and returns their number. The daily job calls it. */
export async function purgeEmbeds(site: Site): Promise<number> {
  return await deleteInBatches(site, expiredEmbeds, [now()]);
}
