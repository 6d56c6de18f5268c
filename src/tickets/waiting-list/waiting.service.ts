import { now } from '../../core/clock.ts';
import { isUniqueViolation } from '../../core/db/errors.ts';
import { Failure, invalid, notFound } from '../../core/failure.ts';
import type { KeysetList } from '../../core/db/keyset-list.ts';
import { StatementNames } from '../../content/statement-names.ts';
import type { Site } from '../../site.ts';
import { mostInCart } from '../capacity.rules.ts';
import { randomCode } from '../codes.ts';
import { endHold } from '../holds/hold.service.ts';
import { type HoldKey, holdForChange, tokenHash } from '../holds/hold.record.ts';
import { lockPlaces } from '../places.ts';
import type { TicketRecord } from '../ticket.record.ts';
import { offerFreed } from './offers.ts';
import { whyWaiting } from './waiting.reason.ts';

/** Somebody who waits for places, or did. */
export interface WaitingRecord {
  id: number;
  ticketId: number;
  quantity: number;
  fullName: string;
  email: string;
  /** `waiting`, `offered`, `taken`, `expired`, `left` */
  status: string;
  createdUtc: Date;
  /** The offer, where there is one. */
  holdId: number | null;
  offerExpiresAt: Date | null;
  /** So many wait for the same ticket before it. */
  ahead: number;
}

const columns = `w.id, w.ticket_id AS "ticketId", w.quantity, w.full_name AS "fullName", w.email, w.status, w.created_utc AS "createdUtc",
  h.id AS "holdId", h.expires_at AS "offerExpiresAt",
  (SELECT count(*)::int FROM waiting_entry b WHERE b.ticket_id = w.ticket_id AND b.status = 'waiting' AND b.id < w.id) AS ahead`;
const tables = 'waiting_entry w LEFT JOIN ticket_hold h ON h.entry_id = w.id';

/** The entry of a token, or of a number for those who manage attendees. Throws `waiting-entry-not-found`. */
export async function findEntry(site: Site, key: HoldKey): Promise<WaitingRecord> {
  const [row] =
    'id' in key
      ? await site.db.sql<WaitingRecord>(`SELECT ${columns} FROM ${tables} WHERE w.id = $1`, [key.id])
      : await site.db.sql<WaitingRecord>(`SELECT ${columns} FROM ${tables} WHERE w.key_hash = $1`, [tokenHash(site, key.token)]);
  if (!row) throw notFound('waiting-entry-not-found', 'There is no such entry of a waiting list.');
  return row;
}

const waitingBefore = `SELECT count(*)::int AS n FROM waiting_entry WHERE ticket_id = $1 AND status = 'waiting'`;

/**
 * Puts somebody on the waiting list of a ticket, which the caller may see. Answers the entry and the token that opens it and what is offered
 * to it. Throws `places-available` where nothing would have to be waited for, `not-waited-for` for a ticket that is no longer sold,
 * `already-waiting`.
 */
export async function joinWaitingList(
  site: Site,
  ticket: TicketRecord,
  { fullName, email, quantity }: { fullName: string; email: string; quantity: number },
): Promise<{ entry: WaitingRecord; token: string }> {
  if (!(quantity >= 1 && quantity <= mostInCart)) throw invalid('rest_invalid_param', `A quantity is 1 to ${mostInCart}.`);
  const [before] = await site.db.sql<{ n: number }>(waitingBefore, [ticket.id]);
  const reason = whyWaiting(site, ticket, quantity, before?.n ?? 0);
  if (reason === 'next') throw invalid('places-available', 'There are places: nobody has to wait.');
  if (reason === 'not_on_sale' || reason === 'sale_ended') throw invalid('not-waited-for', 'This ticket is not sold any more.');
  const token = randomCode(24);
  const moment = now();
  try {
    const { id } = await site.db.prisma.waitingEntry.create({
      data: {
        ticketId: ticket.id,
        quantity,
        fullName,
        email,
        emailText: email.toLowerCase(),
        keyHash: tokenHash(site, token),
        createdUtc: moment,
        changedUtc: moment,
      },
      select: { id: true },
    });
    return { entry: await findEntry(site, { id }), token };
  } catch (error) {
    if (isUniqueViolation(error, 'waiting_entry_open'))
      throw new Failure('already-waiting', 409, 'This address waits for the ticket already.');
    throw error;
  }
}

/** Takes an entry off the list; what was offered to it goes to the next. Leaving twice is no failure. */
export async function leaveWaitingList(site: Site, key: HoldKey): Promise<WaitingRecord> {
  const { id, ticketId } = await findEntry(site, key);
  await site.db.transaction(async (tx) => {
    await lockPlaces(tx, [ticketId]);
    await tx.waitingEntry.updateMany({ where: { id, status: 'waiting' }, data: { status: 'left', changedUtc: now() } });
    // whoever stood behind it may want less
    await offerFreed(site, tx, { ticketIds: [ticketId] });
    const offer = await tx.ticketHold.findUnique({ where: { entryId: id }, select: { id: true } });
    if (offer) await endHold(site, tx, await holdForChange(tx, offer.id), 'left');
  });
  return await findEntry(site, { id });
}

/** Which entries; what is absent does not limit. */
export interface WaitingFilter {
  ticketId?: number | null | undefined;
  postId?: number | null | undefined;
  /** `waiting` and `offered` unless given. */
  statuses?: readonly string[] | null | undefined;
}

const names = new StatementNames('waiting_slice');

/** Entries of waiting lists in the order in which they are served. */
export function waitingKeyset({ ticketId, postId, statuses }: WaitingFilter): KeysetList<WaitingRecord> {
  return {
    table: `(${tables} JOIN ticket t ON t.id = w.ticket_id)`,
    alias: 'w',
    columns: () => columns,
    where: (add) =>
      [
        `w.status = ANY(${add(statuses ?? ['waiting', 'offered'])}::text[])`,
        ...(typeof ticketId === 'number' ? [`w.ticket_id = ${add(ticketId)}::int`] : []),
        ...(typeof postId === 'number' ? [`t.post_id = ${add(postId)}::int`] : []),
      ].join(' AND '),
    keys: () => [{ sql: 'w.id', type: 'int', direction: 'ASC' }],
    read: ({ place: _place, ...row }: WaitingRecord & { place: string }) => row,
    nameOf: (text) => names.of(text),
  };
}
