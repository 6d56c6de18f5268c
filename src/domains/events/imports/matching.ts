import { rowShape } from '#app/core/db/columns.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';
import { globalId } from '../views.ts';
import type { Site } from '#app/site.ts';
import type { ImportItem } from './item.rules.ts';

/** Origins whose events are identified by `uid`, and origins that use `id` (events.md 5.2). */
const byUid: readonly string[] = ['ical', 'gcal', 'ics'];
const byOriginalId: readonly string[] = ['url'];

/** Returns the ID in a global ID of this site; 0 for other sites. */
function ownNumber(site: Site, global: string): number {
  const prefix = globalId(site, 0).slice(0, -1);
  const number = global.startsWith(prefix) ? global.slice(prefix.length) : '';
  return /^[1-9]\d{0,8}$/.test(number) ? Number(number) : 0;
}

/** Returns the earlier global IDs to store, without the one that follows from the content's own ID. */
export function foreignLineage(site: Site, lineage: readonly string[], id: number): string[] {
  return [...new Set(lineage)].filter((one) => one !== globalId(site, id));
}

/** Existing content that matches an item. */
export interface Match {
  id: number;
  status: string;
}

const match = rowShape({ id: 'int', status: 'text' });
const byLineage = (table: 'event' | 'venue' | 'organizer') =>
  statement(
    `${table}_by_lineage`,
    `SELECT c.id, c.status FROM ${table} d JOIN content c ON c.id = d.content_id
  WHERE d.lineage && $1::text[] OR d.content_id = ANY($2::int[]) ORDER BY (c.status = 'trash'), c.id LIMIT 1`,
    match,
  );
const statements = { event: byLineage('event'), venue: byLineage('venue'), organizer: byLineage('organizer') };

/** Finds the content with, or copied from, one of these global IDs. Trashed content comes last. */
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

/** Finds the event that an import stored with this UID of a calendar file. */
export async function findByUid(tx: Tx, uid: string): Promise<Match | null> {
  const [row] = await rowsIn(tx, ofUid, uid);
  return row ?? null;
}

/** Finds the existing event of an item: by global ID, else by the unique field of the origin (events.md 5.2). */
export async function findEventOf(site: Site, tx: Tx, origin: string, item: ImportItem): Promise<Match | null> {
  const known = item.globalId === undefined ? null : await findByLineage(site, tx, 'event', [item.globalId]);
  if (known) return known;
  if (byUid.includes(origin) && item.uid !== undefined) return await findByUid(tx, item.uid);
  if (!byOriginalId.includes(origin) || item.originalId === undefined) return null;
  const [row] = await rowsIn(tx, ofOriginalId, item.originalId);
  return row ?? null;
}
