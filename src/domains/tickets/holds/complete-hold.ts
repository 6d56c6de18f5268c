import { executeIn, statement } from '#app/core/db/statement.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalid } from '#app/core/failures/failure.ts';
import { createQueueMailSql, notifyMailQueued, getInitialMailStatus } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { ticketNotFound } from '../failures.ts';
import { lockPlaces } from '../lock-order.ts';
import { releaseTakenPlaces } from '../places.ts';
import { isShop, type Provider } from '../providers.ts';
import { checkAttendeeStatus } from '../registration.ts';
import { entryStatuses, getInitialStatus } from '../statuses.ts';
import { readTicket } from '../ticket.reader.ts';
import { offerReleasedPlaces } from '../waiting-list/offers.ts';
import { createOrderForHold, buildAttendees, type Guest, isLineHoldingPlaces, type GuestLine, type Sale } from './sale.ts';
import { findHold, type HoldKey, type HoldRecord, lockHold, holdNotFound } from './hold.record.ts';

/** Options for turning a hold into attendees. */
export interface CompleteHoldOptions {
  guests: readonly Guest[];
  /** The buyer. Defaults to the first guest. */
  purchaser?: Pick<Guest, 'fullName' | 'email'>;
  /** Returns the status of new attendees of a provider. Defaults to the initial status of the provider. */
  getStatus?: (provider: Provider) => string;
  /** User ID of the caller; 0 = not signed in. */
  callerId: number;
  /** The buyer's own checkout. Absent if staff enter the sale. */
  sale?: Sale;
}

async function groupGuests(tx: Tx, hold: HoldRecord, { guests, getStatus = getInitialStatus }: CompleteHoldOptions): Promise<GuestLine[]> {
  const byTicket = Map.groupBy(guests, ({ ticketId }) => ticketId);
  const lines: GuestLine[] = [];
  for (const [ticketId, ticketGuests] of [...byTicket].sort(([a], [b]) => a - b)) {
    const held = hold.items.find((item) => item.ticketId === ticketId)?.quantity ?? 0;
    if (ticketGuests.length > held) throw invalid('hold_too_small', `Only ${held} places of ticket ${ticketId} are held.`);
    const ticket = await readTicket(tx, ticketId);
    if (!ticket?.post || ticket.status === 'trash') throw ticketNotFound();
    const status = getStatus(ticket.provider);
    checkAttendeeStatus(ticket, status);
    lines.push({ ticket, status, guests: ticketGuests });
  }
  if (lines.length === 0) throw invalid('invalid_arguments', 'Name at least one guest.');
  return lines;
}

async function findUserIdsByEmail(tx: Tx, people: readonly Pick<Guest, 'email'>[]): Promise<Map<string, number>> {
  const emails = [...new Set(people.map(({ email }) => email.toLowerCase()))];
  const rows = await tx.user.findMany({ where: { email: { in: emails } }, select: { id: true, email: true } });
  return new Map(rows.map(({ id, email }) => [email, id]));
}

const validAttendees = `(SELECT a.id FROM attendee a WHERE a.id = ANY($1::int[]) AND a.order_status = ANY($4::text[]) AND a.email <> '')`;
const queueTicketMails = statement('mail_tickets_of_entitled', createQueueMailSql('ticket', validAttendees, '$2', '$3'));

/** Releases held places that no guest uses, or whose guest does not need a place. */
async function releaseUnusedPlaces(
  site: Site,
  tx: Tx,
  hold: HoldRecord,
  lines: readonly GuestLine[],
  sale: Sale | undefined,
): Promise<void> {
  const freed: number[] = [];
  for (const { ticketId, quantity } of hold.items) {
    const line = lines.find(({ ticket }) => ticket.id === ticketId);
    const used = line && isLineHoldingPlaces(site, line, sale) ? line.guests.length : 0;
    if (used === quantity) continue;
    await releaseTakenPlaces(tx, ticketId, quantity - used);
    freed.push(ticketId);
  }
  if (freed.length > 0) await offerReleasedPlaces(site, tx, { ticketIds: freed });
}

/**
 * Turns held places into attendees inside the caller's transaction, with an order for each shop, and ends the hold. The hold and its tickets must be
 * locked. The places stay occupied throughout, so nobody else can get them. Returns the attendee IDs in the order of tickets and guests. Throws
 * `hold_not_found` for an expired hold, `hold_too_small`, `invalid_attendee_status`.
 */
export async function completeHoldIn(site: Site, tx: Tx, hold: HoldRecord, options: CompleteHoldOptions): Promise<number[]> {
  if (hold.expiresAt <= now()) throw holdNotFound();
  const { guests, callerId, sale } = options;
  const lines = await groupGuests(tx, hold, options);
  const purchaser = options.purchaser ?? (guests[0] as Guest);
  const context = { users: await findUserIdsByEmail(tx, [purchaser, ...guests]), callerId, sale };
  const orders = new Map<string, number>();
  for (const [provider, sold] of Map.groupBy(lines, ({ ticket }) => ticket.provider))
    if (isShop(provider)) orders.set(provider, await createOrderForHold(site, tx, sold, purchaser, context));
  const attendees = await tx.attendee.createManyAndReturn({
    data: lines.flatMap((line) => buildAttendees(site, line, orders.get(line.ticket.provider) ?? null, context)),
    select: { id: true },
  });
  await tx.ticketHold.delete({ where: { id: hold.id }, select: { id: true } });
  if (hold.entryId !== null)
    await tx.waitingEntry.updateMany({ where: { id: hold.entryId }, data: { status: 'taken', changedUtc: now() } });
  await releaseUnusedPlaces(site, tx, hold, lines, sale);
  const ids = attendees.map(({ id }) => id);
  await executeIn(tx, queueTicketMails, ids, getInitialMailStatus(site), now(), [...entryStatuses]);
  return ids;
}

/** Turns held places into attendees in one transaction of its own. Returns and throws the same as `completeHoldIn`. */
export async function completeHold(site: Site, key: HoldKey, options: CompleteHoldOptions): Promise<number[]> {
  const hold = await findHold(site, key);
  if (!hold) throw holdNotFound();
  const attendees = await site.db.transaction(async (tx) => {
    await lockPlaces(tx, { ticketIds: hold.items.map(({ ticketId }) => ticketId) });
    return await completeHoldIn(site, tx, await lockHold(tx, hold.id), options);
  });
  notifyMailQueued(site);
  return attendees;
}
