import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import { releaseTakenPlaces } from '../places.ts';

/** Maximum number of times that the first entry of a list is passed over before places are set aside for it. */
export const MAX_PASSES = 3;

const idShape = rowShape({ id: 'int' });

/**
 * Counts as passed over: the first entry in the list of the served ticket, and the first entry in the lists of tickets that share its places. Ignores
 * entries for more places than exist.
 */
const passFirst = statement(
  'pass_over_first',
  `WITH served AS (SELECT id, post_id, stock_mode IN ('capped', 'global') AS shares FROM ticket WHERE id = $2::int), first_entries AS (
    SELECT (SELECT w.id FROM waiting_entry w WHERE w.ticket_id = of.id AND w.status = 'waiting' AND w.quantity <= of.most ORDER BY w.id LIMIT 1) AS id
      FROM places_of_tickets(ARRAY[$2::int]) of
    UNION SELECT min((SELECT w.id FROM waiting_entry w WHERE w.ticket_id = t.id AND w.status = 'waiting' AND w.quantity - w.set_aside <= t.stock
      AND w.quantity <= of.most ORDER BY w.id LIMIT 1)) FROM served JOIN ticket t ON t.post_id = served.post_id AND t.stock_mode IN ('capped', 'global')
      JOIN places_of_tickets($3::int[]) of ON of.id = t.id WHERE served.shares
  ) UPDATE waiting_entry SET passed_over = passed_over + 1 WHERE id IN (SELECT id FROM first_entries WHERE id < $1::int) RETURNING id`,
  idShape,
);

/** Counts the first entries as passed over after the later entry `served` got places. Returns the IDs of the entries that were passed over. */
export async function passOverFirst(tx: Tx, served: { id: number; ticketId: number }, ticketIds: readonly number[]): Promise<number[]> {
  return (await queryIn(tx, passFirst, served.id, served.ticketId, ticketIds)).map((entry) => entry.id);
}

const passUnserved = statement(
  'pass_over_unserved',
  `UPDATE waiting_entry SET passed_over = passed_over + 1 WHERE id <> ALL($2::int[]) AND id IN (
    SELECT (SELECT w.id FROM waiting_entry w WHERE w.ticket_id = of.id AND w.status = 'waiting' AND w.quantity <= of.most ORDER BY w.id LIMIT 1)
    FROM places_of_tickets($1::int[]) of WHERE of.free > 0)`,
);

/** Counts the first entries of tickets as passed over when released places do not suffice for them. Skips the IDs in `passed`, already counted. */
export async function passOverUnserved(tx: Tx, ticketIds: readonly number[], passed: readonly number[]): Promise<void> {
  await executeIn(tx, passUnserved, ticketIds, passed);
}

const unusablePlaces = statement(
  'release_unusable_places',
  `WITH unusable AS (SELECT w.id, w.ticket_id, w.set_aside FROM waiting_entry w JOIN places_of_tickets($1::int[]) of ON of.id = w.ticket_id
    WHERE w.set_aside > 0 AND (w.status <> 'waiting' OR w.ticket_id <> ALL($2::int[]) OR w.quantity > of.most) FOR UPDATE OF w)
  UPDATE waiting_entry e SET set_aside = 0 FROM unusable u WHERE e.id = u.id RETURNING u.ticket_id AS "ticketId", u.set_aside AS "setAside"`,
  rowShape({ ticketId: 'int', setAside: 'int' }),
);

/**
 * Releases places that are set aside for entries that can no longer use them: entries that left, whose sale ended, or that request more places than
 * exist.
 */
export async function releaseUnusablePlaces(tx: Tx, ticketIds: readonly number[], ticketIdsOnSale: readonly number[]): Promise<void> {
  for (const { ticketId, setAside } of await queryIn(tx, unusablePlaces, ticketIds, ticketIdsOnSale))
    await releaseTakenPlaces(tx, ticketId, setAside);
}
