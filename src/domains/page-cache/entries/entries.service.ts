import type { Site } from '#app/site.ts';
import { settled } from '../store/store.ts';
import type { EntryFacts } from './entry.ts';

/** Responses whose facts are read at once; more are not kept (`MAX_ROWS`). */
const columns = { key: true, bucket: true, directory: true, objectId: true, pageType: true, storedAt: true, size: true } as const;

/** A kept response with its size. */
export type SizedFacts = EntryFacts & { size: number };

/** Everything that is kept, by whichever process. */
export async function allEntries(site: Site): Promise<SizedFacts[]> {
  await settled(site);
  const rows = await site.db.prisma.pageCacheEntry.findMany({ select: columns, orderBy: { key: 'asc' } });
  return rows.map((row) => ({ ...row, key: Buffer.from(row.key).toString('hex') }) as SizedFacts);
}
