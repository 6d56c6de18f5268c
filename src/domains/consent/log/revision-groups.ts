import { LRUCache } from 'lru-cache';
import type { Site } from '#app/site.ts';
import type { RevisionGroup } from '../revision/content.types.ts';

/** Cache of groups by hash. A stored revision never changes. */
const known = new LRUCache<string, readonly RevisionGroup[]>({ max: 200 });

/** Returns the groups of stored revisions by hash. */
export async function groupsOfRevisions(site: Site, hashes: readonly string[]): Promise<Map<string, readonly RevisionGroup[]>> {
  const unknown = [...new Set(hashes)].filter((hash) => !known.has(hash));
  if (unknown.length > 0) {
    const rows = await site.db.prisma.consentRevision.findMany({
      where: { part: 'dependent', hash: { in: unknown } },
      select: { hash: true, json: true },
    });
    for (const { hash, json } of rows) known.set(hash, (JSON.parse(json) as { groups: RevisionGroup[] }).groups);
  }
  return new Map(hashes.map((hash) => [hash, known.get(hash) ?? []]));
}
