import { now } from '#app/core/time/clock.ts';
import { isUniqueViolation } from '#app/core/db/errors.ts';
import { Failure, invalid, notFound } from '#app/core/failures/failure.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Row } from '#app/core/db/model.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';
import { MAX_IN_CART } from '../capacity.rules.ts';
import { createRandomCode } from '../random-code.ts';
import { endHold } from '../holds/hold.service.ts';
import { type HoldKey, lockHold, buildTokenCondition, hashHoldToken } from '../holds/hold.record.ts';
import { lockPlaces } from '../lock-order.ts';
import { getMaxPlaces, type TicketRecord } from '../ticket.record.ts';
import { offerAvailablePlaces, offerReleasedPlaces } from './offers.ts';
import { getWaitingReason } from './waiting.reason.ts';

/** A current or former waiting list entry. */
export type WaitingEntryRecord = Row<'WaitingEntry'>;

/** Fields, relations and slice that a GraphQL query requests. */
type EntryQuery = Pick<Prisma.WaitingEntryFindManyArgs, 'include' | 'select' | 'cursor' | 'take' | 'skip'>;

/** Returns the entry with a token or an ID. Only users who manage attendees may use IDs; the caller checks this. Throws `waiting_entry_not_found`. */
export async function getWaitingEntry(site: Site, key: HoldKey, { include, select }: EntryQuery = {}): Promise<WaitingEntryRecord> {
  const where = 'id' in key ? { id: key.id } : buildTokenCondition(site, key.token);
  const query = { ...(include && { include }), ...(select && { select }) } as object;
  const entry = await site.db.prisma.waitingEntry.findFirst({ where, ...query });
  if (!entry) throw notFound('waiting_entry_not_found', 'There is no such entry of a waiting list.');
  return entry;
}

const countAhead = statement(
  'waiting_before',
  `SELECT w.id, (SELECT count(*)::int FROM waiting_entry b WHERE b.ticket_id = w.ticket_id AND b.status = 'waiting' AND b.id < w.id) AS ahead
    FROM waiting_entry w WHERE w.id = ANY($1::int[])`,
  rowShape({ id: 'int', ahead: 'int' }),
);

/** Returns the number of earlier waiting entries for the same ticket, for each ID in order. Runs one SQL statement. */
export async function countWaitingAhead(site: Site, ids: readonly number[]): Promise<number[]> {
  const aheadById = new Map((await site.db.rows(countAhead, [ids])).map(({ id, ahead }) => [id, ahead]));
  return ids.map((id) => aheadById.get(id) ?? 0);
}

const countAllWaiting = statement(
  'waiting_for_ticket',
  `SELECT count(*)::int AS n FROM waiting_entry WHERE ticket_id = $1 AND status = 'waiting'`,
  rowShape({ n: 'int' }),
);

/**
 * Adds a person to the waiting list of a ticket that the caller may see. Returns the ID of the entry, and the token that gives access to the entry
 * and its offers. Throws `places_available` if places are free, `not_waited_for` for a ticket that is no longer sold, `never_enough_places` for more
 * places than exist, `already_waiting`.
 */
export async function joinWaitingList(
  site: Site,
  ticket: TicketRecord,
  { fullName, email, quantity }: { fullName: string; email: string; quantity: number },
): Promise<{ id: number; token: string }> {
  if (!(quantity >= 1 && quantity <= MAX_IN_CART)) throw invalid('invalid_arguments', `A quantity is 1 to ${MAX_IN_CART}.`);
  const max = getMaxPlaces(ticket);
  if (max !== -1 && quantity > max) throw invalid('never_enough_places', `This ticket has only ${max} places.`, { most: max });
  const [others] = await site.db.rows(countAllWaiting, [ticket.id]);
  const reason = getWaitingReason(site, ticket, quantity, others?.n ?? 0);
  // these free places are on sale, because no entry on the list can use them
  if (reason === 'next' || reason === 'others_first')
    throw invalid('places_available', 'Places are available, so there is no need to wait.');
  if (reason === 'not_on_sale' || reason === 'sale_ended') throw invalid('not_waited_for', 'This ticket is no longer sold.');
  const token = createRandomCode(24);
  const moment = now();
  try {
    const { id } = await site.db.prisma.waitingEntry.create({
      data: {
        ticketId: ticket.id,
        quantity,
        fullName,
        email,
        emailText: email.toLowerCase(),
        keyHash: hashHoldToken(site, token),
        createdUtc: moment,
        changedUtc: moment,
      },
      select: { id: true },
    });
    return { id, token };
  } catch (error) {
    if (isUniqueViolation(error, 'waiting_entry_open'))
      throw new Failure('already_waiting', 409, 'This email address is already on the waiting list of the ticket.');
    throw error;
  }
}

/** Removes an entry from the list, and offers its places to the next entry. A repeated call changes nothing. Returns the ID of the entry. */
export async function leaveWaitingList(site: Site, key: HoldKey): Promise<number> {
  const { id, ticketId } = await getWaitingEntry(site, key);
  await site.db.transaction(async (tx) => {
    await lockPlaces(tx, { ticketIds: [ticketId] });
    const { setAside } = await tx.waitingEntry.findUniqueOrThrow({ where: { id }, select: { setAside: true } });
    await tx.waitingEntry.updateMany({ where: { id, status: 'waiting' }, data: { status: 'left', changedUtc: now() } });
    // `offerReleasedPlaces` also releases the places that were set aside for the entry
    await (setAside > 0 ? offerReleasedPlaces : offerAvailablePlaces)(site, tx, { ticketIds: [ticketId] });
    const offer = await tx.ticketHold.findUnique({ where: { entryId: id }, select: { id: true } });
    if (offer) await endHold(site, tx, await lockHold(tx, offer.id), 'left');
  });
  return id;
}

/** Filters of entries. Absent values do not restrict the list. */
export interface WaitingEntryFilter {
  ticketId?: number | null | undefined;
  postId?: number | null | undefined;
  /** Defaults to `waiting` and `offered`. */
  statuses?: readonly string[] | null | undefined;
}

const toWhere = ({ ticketId, postId, statuses }: WaitingEntryFilter): Prisma.WaitingEntryWhereInput => ({
  status: { in: [...(statuses ?? ['waiting', 'offered'])] },
  ...(typeof ticketId === 'number' && { ticketId }),
  ...(typeof postId === 'number' && { ticket: { postId } }),
});

/** Reads a slice of waiting list entries in the order in which places are offered. `query` selects the slice and the fields. */
export async function listWaitingEntries(site: Site, filter: WaitingEntryFilter, query: EntryQuery): Promise<WaitingEntryRecord[]> {
  return await site.db.prisma.waitingEntry.findMany({ ...query, where: toWhere(filter), orderBy: { id: 'asc' } });
}

/** Returns the number of entries. */
export async function countWaitingEntries(site: Site, filter: WaitingEntryFilter): Promise<number> {
  return await site.db.prisma.waitingEntry.count({ where: toWhere(filter) });
}
