import { runIn, statement } from '#app/core/db/statement.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalid } from '#app/core/failures/failure.ts';
import { queueMailSql, notifyMailQueued, stateOfNewMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { ticketGone } from '../failures.ts';
import { lockPlaces } from '../lock-order.ts';
import { givePlaces } from '../places.ts';
import { isShop, type Provider } from '../providers.ts';
import { checkStatus } from '../registration.ts';
import { completedStatuses, firstStatus } from '../statuses.ts';
import { readTicket } from '../ticket.reader.ts';
import { offerFreed } from '../waiting-list/offers.ts';
import { addOrder, attendeesOf, type Guest, keepsPlaces, type Line, type Sale } from './bought.ts';
import { findHold, type HoldKey, type HoldRecord, holdForChange, noHold } from './hold.record.ts';

/** Options for turning a hold into attendees. */
export interface Taking {
  guests: readonly Guest[];
  /** The buyer; the first guest by default. */
  purchaser?: Pick<Guest, 'fullName' | 'email'>;
  /** Returns the status of attendees of a provider; its first one by default. */
  statusOf?: (provider: Provider) => string;
  /** User ID of the caller; 0 = not signed in. */
  callerId: number;
  /** The buyer's own checkout. Absent if staff enter the sale. */
  sale?: Sale;
}

async function linesOf(tx: Tx, hold: HoldRecord, { guests, statusOf = firstStatus }: Taking): Promise<Line[]> {
  const byTicket = Map.groupBy(guests, ({ ticketId }) => ticketId);
  const lines: Line[] = [];
  for (const [ticketId, of] of [...byTicket].sort(([a], [b]) => a - b)) {
    const held = hold.items.find((item) => item.ticketId === ticketId)?.quantity ?? 0;
    if (of.length > held) throw invalid('hold_too_small', `Only ${held} places of ticket ${ticketId} are held.`);
    const ticket = await readTicket(tx, ticketId);
    if (!ticket?.post || ticket.status === 'trash') throw ticketGone();
    const status = statusOf(ticket.provider);
    checkStatus(ticket, status);
    lines.push({ ticket, status, guests: of });
  }
  if (lines.length === 0) throw invalid('invalid_arguments', 'At least one guest is needed.');
  return lines;
}

async function usersByAddress(tx: Tx, people: readonly Pick<Guest, 'email'>[]): Promise<Map<string, number>> {
  const emails = [...new Set(people.map(({ email }) => email.toLowerCase()))];
  const rows = await tx.user.findMany({ where: { email: { in: emails } }, select: { id: true, email: true } });
  return new Map(rows.map(({ id, email }) => [email, id]));
}

const entitled = `(SELECT a.id FROM attendee a WHERE a.id = ANY($1::int[]) AND a.order_status = ANY($4::text[]) AND a.email <> '')`;
const mailEntitled = statement('mail_tickets_of_entitled', queueMailSql('ticket', entitled, '$2', '$3'));

/** Mails the tickets to all guests, as for other sales. */
async function mailTickets(site: Site, tx: Tx, ids: readonly number[]): Promise<void> {
  await runIn(tx, mailEntitled, ids, stateOfNewMail(site), now(), [...completedStatuses]);
}

/** Releases held places that have no guest, or that the new attendees do not hold. */
async function giveRest(site: Site, tx: Tx, hold: HoldRecord, lines: readonly Line[], sale: Sale | undefined): Promise<void> {
  const freed: number[] = [];
  for (const { ticketId, quantity } of hold.items) {
    const line = lines.find(({ ticket }) => ticket.id === ticketId);
    const kept = line && keepsPlaces(site, line, sale) ? line.guests.length : 0;
    if (kept === quantity) continue;
    await givePlaces(tx, ticketId, quantity - kept);
    freed.push(ticketId);
  }
  if (freed.length > 0) await offerFreed(site, tx, { ticketIds: freed });
}

/**
 * Turns held places into attendees inside the caller's transaction, with an order for each shop, and ends the hold. The hold and its tickets must be locked.
 * The places stay occupied throughout, so nobody else can get them. Returns the attendee IDs in the order of tickets and guests. Throws `hold_not_found` for
 * an expired hold, `hold_too_small`, `invalid_attendee_status`.
 */
export async function takeHold(site: Site, tx: Tx, hold: HoldRecord, taking: Taking): Promise<number[]> {
  if (hold.expiresAt <= now()) throw noHold();
  const { guests, callerId, sale } = taking;
  const lines = await linesOf(tx, hold, taking);
  const purchaser = taking.purchaser ?? (guests[0] as Guest);
  const giving = { users: await usersByAddress(tx, [purchaser, ...guests]), callerId, sale };
  const orders = new Map<string, number>();
  for (const [provider, sold] of Map.groupBy(lines, ({ ticket }) => ticket.provider))
    if (isShop(provider)) orders.set(provider, await addOrder(site, tx, sold, purchaser, giving));
  const made = await tx.attendee.createManyAndReturn({
    data: lines.flatMap((line) => attendeesOf(site, line, orders.get(line.ticket.provider) ?? null, giving)),
    select: { id: true },
  });
  await tx.ticketHold.delete({ where: { id: hold.id }, select: { id: true } });
  if (hold.entryId !== null)
    await tx.waitingEntry.updateMany({ where: { id: hold.entryId }, data: { status: 'taken', changedUtc: now() } });
  await giveRest(site, tx, hold, lines, sale);
  const ids = made.map(({ id }) => id);
  await mailTickets(site, tx, ids);
  return ids;
}

/** Turns held places into attendees in one transaction of its own. Returns and throws the same as `takeHold`. */
export async function completeHold(site: Site, key: HoldKey, taking: Taking): Promise<number[]> {
  const known = await findHold(site, key);
  if (!known) throw noHold();
  const attendees = await site.db.transaction(async (tx) => {
    await lockPlaces(tx, { ticketIds: known.items.map(({ ticketId }) => ticketId) });
    return await takeHold(site, tx, await holdForChange(tx, known.id), taking);
  });
  notifyMailQueued(site);
  return attendees;
}
