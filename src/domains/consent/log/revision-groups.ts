import { LRUCache } from 'lru-cache';
import type { Site } from '#app/site.ts';
import type { GroupInRevision } from '../revision/content.types.ts';

/** Cache by revision hash. Needs no invalidation, because stored revisions do not change their groups. */
const cache = new LRUCache<string, readonly GroupInRevision[]>({ max: 200 });

/** Returns the service groups of stored revisions, by revision hash. */
export async function loadRevisionGroups(site: Site, hashes: readonly string[]): Promise<Map<string, readonly GroupInRevision[]>> {
  const missing = [...new Set(hashes)].filter((hash) => !cache.has(hash));
  if (missing.length > 0) {
    const rows = await site.db.prisma.consentRevision.findMany({
      where: { part: 'dependent', hash: { in: missing } },
      select: { hash: true, json: true },
    });
    for (const { hash, json } of rows) cache.set(hash, (JSON.parse(json) as { groups: GroupInRevision[] }).groups);
  }
  return new Map(hashes.map((hash) => [hash, cache.get(hash) ?? []]));
}
