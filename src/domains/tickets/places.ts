import { rowShape, narrowShape } from '#app/core/db/columns.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';
import { insufficientStock } from './failures.ts';

/** Result of taking places. `available` is the number of places that were free before; -1 = unlimited. */
interface TakeResult {
  outcome: 'taken' | 'short' | 'gone';
  available: number;
}

const takeStatement = statement(
  'take_places',
  'SELECT outcome, available FROM take_places($1, $2)',
  narrowShape<TakeResult>(rowShape({ outcome: 'text', available: 'int' })),
);
const releaseStatement = statement('give_places', 'SELECT give_places($1, $2)');

/** Takes places inside the caller's transaction. Returns `gone` if the ticket was deleted. Throws `insufficient_stock`. */
export async function takePlaces(tx: Tx, ticketId: number, quantity: number): Promise<'taken' | 'gone'> {
  const { outcome, available } = await tryTakePlaces(tx, ticketId, quantity);
  if (outcome !== 'short') return outcome;
  const stored = await tx.ticket.findUnique({ where: { id: ticketId }, select: { title: true } });
  throw insufficientStock([{ ticket: { id: ticketId, title: stored?.title ?? '' }, requested: quantity, available }]);
}

/** Same as `takePlaces`, but returns the outcome instead of throwing. */
export async function tryTakePlaces(tx: Tx, ticketId: number, quantity: number): Promise<TakeResult> {
  const [row] = await queryIn(tx, takeStatement, ticketId, quantity);
  return row ?? { outcome: 'gone', available: 0 };
}

/** Releases places inside the caller's transaction. Does nothing for deleted tickets. */
export async function releaseTakenPlaces(tx: Tx, ticketId: number, quantity: number): Promise<void> {
  await executeIn(tx, releaseStatement, ticketId, quantity);
}
