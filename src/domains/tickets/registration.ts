import { foldForSearch } from '#app/core/text/fold.ts';
import { sortTitleOf } from '../content/search.rules.ts';
import { now } from '#app/core/time/clock.ts';
import { type RowShape, mapShape, withColumns } from '#app/core/db/columns.ts';
import { isUniqueViolation } from '#app/core/db/errors.ts';
import { retrying } from '#app/core/db/retry.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import { Failure, invalid } from '#app/core/failures/failure.ts';
import { queueMailSql, notifyMailQueued, stateOfNewMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { attendeeColumns, attendeePostJoins, type AttendeeRecord } from './attendee.record.ts';
import { randomCode } from './codes.ts';
import { insufficientStock, ticketGone } from './failures.ts';
import { currentPrice } from './price.ts';
import { isShop } from './providers.ts';
import { issueReceipt, issuesReceipts } from './receipts/issue.ts';
import { RegistrationQueue } from './registration-queue.ts';
import { firstStatus, attendeeStatuses, heldUntil, holdsPlace, isCompleted, wayTo } from './statuses.ts';
import { placesLeft, type TicketRecord } from './ticket.record.ts';
import { currencyCode } from './tickets.settings.ts';

/** The person to register. */
export interface Registration {
  fullName: string;
  email: string;
  /** The provider's first status by default. */
  status?: string | null | undefined;
  isCheckedIn?: boolean | null | undefined;
  optout?: boolean | null | undefined;
  extra?: Readonly<Record<string, unknown>> | null | undefined;
  /** User ID of the caller; 0 = not signed in. */
  callerId: number;
  /** Identifies repeated requests. */
  requestKey?: string | null | undefined;
  source?: string;
  /** True to mail the ticket as soon as the place is settled. */
  sendsTicket?: boolean | null | undefined;
}

/** Throws `invalid_attendee_status` if the provider lacks the status. */
export function checkStatus(ticket: Pick<TicketRecord, 'provider'>, status: string): void {
  if (!attendeeStatuses(ticket.provider).includes(status))
    throw invalid('invalid_attendee_status', `An attendee of this ticket cannot be "${status}".`);
}

/** Returns the values to write, by parameter name. */
function valuesOf(site: Site, ticket: TicketRecord, wish: Registration) {
  const { provider } = ticket;
  const status = wish.status ?? firstStatus(provider);
  const price = currentPrice(site, ticket);
  const isCheckedIn = wish.isCheckedIn === true;
  return {
    ticketId: ticket.id,
    places: holdsPlace(site, provider, status) ? 1 : 0,
    heldUntil: holdsPlace(site, provider, status) ? heldUntil(provider, status, now()) : null,
    at: now(),
    postId: ticket.postId,
    provider,
    status,
    fullName: wish.fullName,
    email: wish.email,
    searchName: foldForSearch(wish.fullName),
    emailText: wish.email.toLowerCase(),
    sortTitle: sortTitleOf(wish.fullName),
    optout: wish.optout ?? provider !== 'tc',
    code: randomCode(10),
    paid: provider === 'rsvp' ? null : provider === 'tc' ? 0 : String(price.minor),
    currency: isShop(provider) ? site.settings.get(currencyCode) : '',
    isCheckedIn,
    checkinAt: isCheckedIn ? now() : null,
    checkinSource: isCheckedIn ? 'site' : '',
    checkinAuthor: isCheckedIn ? wish.callerId : 0,
    extra: JSON.stringify(wish.extra ?? {}),
    source: wish.source ?? 'rest-api',
    authorId: wish.callerId,
    requestKey: wish.requestKey ?? null,
    orderHash: randomCode(16),
    statuses: ['created', ...(status === 'created' ? [] : wayTo('created', status))],
    regularPrice: String(ticket.priceMinor),
    mailState: stateOfNewMail(site),
  };
}

type Values = ReturnType<typeof valuesOf>;

/** Replaces names in the statement with numbered parameters. */
function numbered(template: string, order: readonly (keyof Values)[]): string {
  return template.replace(/:(\w+)!/g, (_, name: string) => {
    const at = order.indexOf(name as keyof Values);
    if (at < 0) throw new Error(`The statement names ${name}, which has no value.`);
    return `$${at + 1}`;
  });
}

const mail = `, mailed AS (${queueMailSql('ticket', 'made', ':mailState!', ':at!')})`;

const attendee = (orderId: string, orderHash: string, from: string, along = '') => `
  made AS (INSERT INTO attendee (ticket_id, post_id, provider, order_id, order_hash, order_status, full_name, email, user_id, optout, security_code,
      price_paid_minor, currency, holds_place, held_until, checked_in, checkin_at, checkin_source, checkin_author, extra, source, author_id, request_key,
      search_text, email_text, sort_title, created_utc, modified_utc)
    SELECT :ticketId!::int, :postId!::int, :provider!, ${orderId}, ${orderHash}, :status!, :fullName!, :email!,
      (SELECT id FROM user_account WHERE email = :emailText! LIMIT 1), :optout!::boolean, :code!, :paid!::bigint, :currency!, :places!::int > 0, :heldUntil!::timestamptz,
      :isCheckedIn!::boolean, :checkinAt!::timestamptz, :checkinSource!, :checkinAuthor!::int, :extra!::jsonb, :source!, :authorId!::int, :requestKey!,
      :searchName!::text || COALESCE(' ' || ${orderId}, ''), :emailText!, :sortTitle!, :at!::timestamptz, :at!::timestamptz
    FROM ${from} RETURNING *)${along}
  SELECT place.outcome, place.available, ${attendeeColumns.list} FROM place LEFT JOIN (made a ${attendeePostJoins}) ON true`;

/** Takes the place first and writes the rest only if that succeeded. The single statement is one transaction. */
const place = `WITH place AS MATERIALIZED (SELECT outcome, available FROM take_places(:ticketId!::int, :places!::int)),
  allowed AS MATERIALIZED (SELECT 1 FROM place WHERE outcome = 'taken'),`;

const sale = `
  bought AS (INSERT INTO ticket_order (provider, status, gateway, hash, purchaser_user_id, purchaser_name, purchaser_email, total_minor, subtotal_minor, currency, created_utc, modified_utc)
    SELECT :provider!, :status!, 'manual', :orderHash!, (SELECT id FROM user_account WHERE email = :emailText! LIMIT 1), :fullName!, :email!,
      :paid!::bigint, :paid!::bigint, :currency!, :at!::timestamptz, :at!::timestamptz FROM allowed RETURNING id),
  items AS (INSERT INTO ticket_order_item (order_id, ticket_id, quantity, price_minor, regular_price_minor, sub_total_minor)
    SELECT id, :ticketId!::int, 1, :paid!::bigint, :regularPrice!::bigint, :paid!::bigint FROM bought),
  logged AS (INSERT INTO ticket_order_status_log (order_id, position, status, at)
    SELECT bought.id, one.position, one.status, :at!::timestamptz FROM bought, unnest(:statuses!::text[]) WITH ORDINALITY AS one(status, position)),`;

/** Outcome of a registration, and the attendee if a place was taken. */
interface Answered {
  outcome: 'taken' | 'short' | 'gone';
  available: number;
  attendee: AttendeeRecord | null;
}

const answered: RowShape<Answered> = mapShape(withColumns(attendeeColumns, { outcome: 'text', available: 'int' }), (row) => ({
  outcome: row.outcome as Answered['outcome'],
  available: row.available,
  attendee: (row.id as number | null) === null ? null : row,
}));

function registering(name: string, template: string) {
  const order = [...new Set([...template.matchAll(/:(\w+)!/g)].map(([, parameter]) => parameter as keyof Values))];
  return { statement: statement(`register_${name}`, numbered(template, order), answered), order };
}

const statements = {
  rsvp: registering('rsvp', place + attendee('NULL::int', ':orderHash!', 'allowed')),
  rsvp_mailed: registering('rsvp_mailed', place + attendee('NULL::int', ':orderHash!', 'allowed', mail)),
  shop: registering('shop', place + sale + attendee('bought.id', `''`, 'bought')),
  shop_mailed: registering('shop_mailed', place + sale + attendee('bought.id', `''`, 'bought', mail)),
} as const;

const openQueue = () => new RegistrationQueue();

async function write(site: Site, ticket: TicketRecord, wish: Registration): Promise<Answered | undefined> {
  const name = `${ticket.provider === 'rsvp' ? 'rsvp' : 'shop'}${wish.sendsTicket ? '_mailed' : ''}` as const;
  const { statement: taking, order } = statements[name];
  const written = () => {
    const values = valuesOf(site, ticket, wish);
    return order.map((one) => values[one]);
  };
  if (!isShop(ticket.provider) || !issuesReceipts(site)) return (await retrying(() => site.db.rows(taking, written())))[0];
  return await site.db.transaction(async (tx) => {
    const [row] = await rowsIn(tx, taking, ...written());
    const orderId = row?.attendee?.orderId ?? null;
    if (orderId !== null) await issueReceipt(site, tx, orderId);
    return row;
  });
}

/** Prefix of keys from `Idempotency-Key`. They are valid for a day, like the stored responses. */
export const retryPrefix = 'retry ';
const RETRIED_MS = 24 * 3600_000;

/** Returns the attendee of an earlier request with the key. If the key has expired, it is free again. */
async function madeBefore(site: Site, requestKey: string): Promise<{ attendee: AttendeeRecord | null; isKeyFree: boolean }> {
  const [attendee] = await site.db.rows(byRequestKey, [requestKey]);
  if (!attendee) return { attendee: null, isKeyFree: false };
  const isOver = requestKey.startsWith(retryPrefix) && now().getTime() - attendee.createdUtc.getTime() >= RETRIED_MS;
  if (isOver) await site.db.rows(giveUpKey, [attendee.id, requestKey]);
  return { attendee: isOver ? null : attendee, isKeyFree: isOver };
}

const byRequestKey = statement(
  'attendee_by_request_key',
  `SELECT ${attendeeColumns.list} FROM attendee a ${attendeePostJoins} WHERE a.request_key = $1`,
  attendeeColumns,
);
const giveUpKey = statement('give_up_request_key', 'UPDATE attendee SET request_key = NULL WHERE id = $1 AND request_key = $2');

/**
 * Registers a person for a ticket. Place, order, receipt and attendee are created together or not at all. A repeated request key returns the attendee of the
 * first request. `ticket` must have been read in the current request. Throws `invalid_attendee_status`, `check_in_refused` for a check-in of someone who is
 * not coming, `insufficient_stock` without a free place, `invalid_arguments` if the ticket was deleted meanwhile.
 */
export async function register(site: Site, ticket: TicketRecord, wish: Registration): Promise<AttendeeRecord> {
  const status = wish.status ?? firstStatus(ticket.provider);
  checkStatus(ticket, status);
  if (wish.isCheckedIn && !isCompleted(ticket.provider, status)) {
    throw invalid('check_in_refused', 'Only attendees whose place is settled can be checked in.');
  }
  // a ticket is not mailed before the place is settled
  const sendsTicket = wish.sendsTicket === true && isCompleted(ticket.provider, status);
  const needsPlace = holdsPlace(site, ticket.provider, status);
  try {
    // the ticket read in this request is already sold out, so the statement is unnecessary
    if (needsPlace && placesLeft(ticket) === 0) throw insufficientStock([{ ticket, requested: 1, available: 0 }]);
    const row = await site.state.of(openQueue).run(
      ticket.id,
      ({ isDecided }) => (isDecided && needsPlace ? Promise.resolve(null) : write(site, ticket, { ...wish, sendsTicket })),
      (answer) => answer?.outcome === 'short',
    );
    if (row === null || row?.outcome === 'short') throw insufficientStock([{ ticket, requested: 1, available: row?.available ?? 0 }]);
    if (!row || row.outcome === 'gone') throw ticketGone();
    if (sendsTicket || issuesReceipts(site)) notifyMailQueued(site);
    return row.attendee as AttendeeRecord;
  } catch (error) {
    if (!wish.requestKey || !(error instanceof Failure || isUniqueViolation(error, 'attendee_request_key_key'))) throw error;
    const { attendee, isKeyFree } = await madeBefore(site, wish.requestKey);
    if (attendee) return attendee;
    if (isKeyFree && !(error instanceof Failure)) return await register(site, ticket, wish);
    throw error;
  }
}
