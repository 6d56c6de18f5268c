import { LRUCache } from 'lru-cache';
import type { Site } from '#app/site.ts';
import type { RevisionGroup } from '../revision/content.types.ts';

/** A stored revision never changes, so its groups are read once. */
const known = new LRUCache<string, readonly RevisionGroup[]>({ max: 200 });

/** The groups of stored revisions as they were then, by hash. */
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
