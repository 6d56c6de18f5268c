import { rowShape } from '#app/core/db/columns.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';
import { buildGlobalId } from '../views.ts';
import type { Site } from '#app/site.ts';
import type { ImportItem } from './item.rules.ts';

/** Origins that identify events by `uid` (docs/behaviour/events.md 5.2). */
const originsWithUid: readonly string[] = ['ical', 'gcal', 'ics'];
/** Origins that identify events by `id`. */
const originsWithOriginalId: readonly string[] = ['url'];

/** Returns the content ID in a global ID of this site; 0 for global IDs of other sites. */
function parseOwnId(site: Site, globalId: string): number {
  const prefix = buildGlobalId(site, 0).slice(0, -1);
  const number = globalId.startsWith(prefix) ? globalId.slice(prefix.length) : '';
  return /^[1-9]\d{0,8}$/.test(number) ? Number(number) : 0;
}

/** Returns the global IDs to store with the content, without the global ID of the content itself. */
export function listForeignLineage(site: Site, lineage: readonly string[], id: number): string[] {
  return [...new Set(lineage)].filter((globalId) => globalId !== buildGlobalId(site, id));
}

/** Existing content that matches an item. */
export interface Match {
  id: number;
  status: string;
}

const matchShape = rowShape({ id: 'int', status: 'text' });
const declareLineageStatement = (table: 'event' | 'venue' | 'organizer') =>
  statement(
    `${table}_by_lineage`,
    `SELECT c.id, c.status FROM ${table} d JOIN content c ON c.id = d.content_id
  WHERE d.lineage && $1::text[] OR d.content_id = ANY($2::int[]) ORDER BY (c.status = 'trash'), c.id LIMIT 1`,
    matchShape,
  );
const statements = {
  event: declareLineageStatement('event'),
  venue: declareLineageStatement('venue'),
  organizer: declareLineageStatement('organizer'),
};

/** Finds the content that has one of these global IDs or was copied from it; null if none exists. Prefers content that is not in the trash. */
export async function findByLineage(site: Site, tx: Tx, table: keyof typeof statements, lineage: readonly string[]): Promise<Match | null> {
  if (lineage.length === 0) return null;
  const ownIds = lineage.map((globalId) => parseOwnId(site, globalId)).filter((id) => id > 0);
  const [row] = await queryIn(tx, statements[table], lineage, ownIds);
  return row ?? null;
}

const declareKeyStatement = (column: 'uid' | 'original_id') =>
  statement(
    `imported_event_by_${column}`,
    `SELECT c.id, c.status FROM imported_calendar_content k JOIN content c ON c.id = k.content_id
  WHERE k.${column} = $1 AND c.kind = 'event' ORDER BY (c.status = 'trash'), c.id LIMIT 1`,
    matchShape,
  );
const eventByUid = declareKeyStatement('uid');
const eventByOriginalId = declareKeyStatement('original_id');

/** Finds the event that an import stored with this UID of a calendar file; null if none exists. */
export async function findByUid(tx: Tx, uid: string): Promise<Match | null> {
  const [row] = await queryIn(tx, eventByUid, uid);
  return row ?? null;
}

/** Finds the existing event of an item: by global ID, else by the field that identifies events of the origin (docs/behaviour/events.md 5.2). */
export async function findEventOfItem(site: Site, tx: Tx, origin: string, item: ImportItem): Promise<Match | null> {
  const byGlobalId = item.globalId === undefined ? null : await findByLineage(site, tx, 'event', [item.globalId]);
  if (byGlobalId) return byGlobalId;
  if (originsWithUid.includes(origin) && item.uid !== undefined) return await findByUid(tx, item.uid);
  if (!originsWithOriginalId.includes(origin) || item.originalId === undefined) return null;
  const [row] = await queryIn(tx, eventByOriginalId, item.originalId);
  return row ?? null;
}
