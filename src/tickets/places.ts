import type { Tx } from '../core/db/database.ts';
import { insufficientStock } from './failures.ts';

/** Takes places inside the caller's transaction. Throws `tec-tc-insufficient-stock`. */
export async function takePlaces(tx: Tx, ticketId: number, quantity: number): Promise<'taken' | 'gone'> {
  const { outcome, available } = await tryPlaces(tx, ticketId, quantity);
  if (outcome !== 'short') return outcome;
  const title = await tx.ticket.findUnique({ where: { id: ticketId }, select: { title: true } });
  throw insufficientStock([{ ticket: { id: ticketId, title: title?.title ?? '' }, requested: quantity, available }]);
}

/** The same without a refusal; `available` are the places that were free before, -1 = unlimited. */
export async function tryPlaces(
  tx: Tx,
  ticketId: number,
  quantity: number,
): Promise<{ outcome: 'taken' | 'short' | 'gone'; available: number }> {
  const [row] = await tx.$queryRawUnsafe<{ outcome: 'taken' | 'short' | 'gone'; available: number }[]>(
    'SELECT outcome, available FROM take_places($1, $2)',
    ticketId,
    quantity,
  );
  return row ?? { outcome: 'gone', available: 0 };
}

/** Gives places back inside the caller's transaction; those of deleted tickets are gone. */
export async function givePlaces(tx: Tx, ticketId: number, quantity: number): Promise<void> {
  await tx.$executeRawUnsafe('SELECT give_places($1, $2)', ticketId, quantity);
}

/** Locks what the places of several tickets belong to, in the order of every writer: posts, shared stocks, tickets by number. */
export async function lockPlaces(tx: Tx, ticketIds: readonly number[]): Promise<void> {
  const posts = await tx.$queryRawUnsafe<{ id: number }[]>(
    'SELECT DISTINCT post_id AS id FROM ticket WHERE id = ANY($1::int[]) AND post_id IS NOT NULL ORDER BY 1',
    ticketIds,
  );
  for (const { id } of posts) await tx.$queryRawUnsafe('SELECT id FROM content WHERE id = $1 FOR KEY SHARE', id);
  for (const { id } of posts) await tx.$queryRawUnsafe('SELECT post_id FROM post_stock WHERE post_id = $1 FOR NO KEY UPDATE', id);
  await tx.$queryRawUnsafe('SELECT id FROM ticket WHERE id = ANY($1::int[]) ORDER BY id FOR NO KEY UPDATE', ticketIds);
}
