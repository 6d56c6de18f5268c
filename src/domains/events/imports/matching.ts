import { answer } from '#app/core/db/columns.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';
import { globalId } from '../views.ts';
import type { Site } from '#app/site.ts';
import type { ImportItem } from './item.rules.ts';

/** Origins whose events are known again by their `uid`, and those by their `id` (events.md 5.2). */
const byUid: readonly string[] = ['ical', 'gcal', 'ics'];
const byOriginalId: readonly string[] = ['url'];

/** The number that a global id of this very site names; 0 for those of others. */
function ownNumber(site: Site, global: string): number {
  const prefix = globalId(site, 0).slice(0, -1);
  const number = global.startsWith(prefix) ? global.slice(prefix.length) : '';
  return /^[1-9]\d{0,8}$/.test(number) ? Number(number) : 0;
}

/** The former global ids to store: without the one that the content makes of its own number. */
export function foreignLineage(site: Site, lineage: readonly string[], id: number): string[] {
  return [...new Set(lineage)].filter((one) => one !== globalId(site, id));
}

/** A content that an import found. */
export interface Match {
  id: number;
  status: string;
}

const match = answer({ id: 'int', status: 'text' });
const byLineage = (table: 'event' | 'venue' | 'organizer') =>
  statement(
    `${table}_by_lineage`,
    `SELECT c.id, c.status FROM ${table} d JOIN content c ON c.id = d.content_id
  WHERE d.lineage && $1::text[] OR d.content_id = ANY($2::int[]) ORDER BY (c.status = 'trash'), c.id LIMIT 1`,
    match,
  );
const statements = { event: byLineage('event'), venue: byLineage('venue'), organizer: byLineage('organizer') };

/** What has one of these global ids, or stems from one; what is in the trash last. */
export async function findByLineage(site: Site, tx: Tx, table: keyof typeof statements, lineage: readonly string[]): Promise<Match | null> {
  if (lineage.length === 0) return null;
  const own = lineage.map((one) => ownNumber(site, one)).filter((id) => id > 0);
  const [row] = await rowsIn(tx, statements[table], lineage, own);
  return row ?? null;
}

const byKey = (column: 'uid' | 'original_id') =>
  statement(
    `imported_event_by_${column}`,
    `SELECT c.id, c.status FROM imported_calendar_content k JOIN content c ON c.id = k.content_id
  WHERE k.${column} = $1 AND c.kind = 'event' ORDER BY (c.status = 'trash'), c.id LIMIT 1`,
    match,
  );
const ofUid = byKey('uid');
const ofOriginalId = byKey('original_id');

/** The event that an import stored under this identifier of a calendar file. */
export async function findByUid(tx: Tx, uid: string): Promise<Match | null> {
  const [row] = await rowsIn(tx, ofUid, uid);
  return row ?? null;
}

/** The event that is there already for an item: by global id, else by the unique field of the origin (events.md 5.2). */
export async function findEventOf(site: Site, tx: Tx, origin: string, item: ImportItem): Promise<Match | null> {
  const known = item.globalId === undefined ? null : await findByLineage(site, tx, 'event', [item.globalId]);
  if (known) return known;
  if (byUid.includes(origin) && item.uid !== undefined) return await findByUid(tx, item.uid);
  if (!byOriginalId.includes(origin) || item.originalId === undefined) return null;
  const [row] = await rowsIn(tx, ofOriginalId, item.originalId);
  return row ?? null;
}
