import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import { buildSortTitle } from '../content/search.rules.ts';
import { now } from '#app/core/time/clock.ts';
import { type RowShape, mapShape, withColumns } from '#app/core/db/columns.ts';
import { isUniqueViolation } from '#app/core/db/errors.ts';
import { retryOnConflict } from '#app/core/db/retry-on-conflict.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { Failure, invalid } from '#app/core/failures/failure.ts';
import { createQueueMailSql, notifyMailQueued, getInitialMailStatus } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { attendeeColumns, attendeePostJoins, type AttendeeRecord } from './attendee.record.ts';
import { createRandomCode } from './random-code.ts';
import { insufficientStock, ticketNotFound } from './failures.ts';
import { getCurrentPrice } from './price.ts';
import { isShop } from './providers.ts';
import { issueReceipt, canIssueReceipts } from './receipts/issue-receipt.ts';
import { RegistrationQueue } from './registration-queue.ts';
import { getInitialStatus, listAttendeeStatuses, computeHoldEnd, holdsPlace, canEnter, findStatusPath } from './statuses.ts';
import { countPlacesLeft, type TicketRecord } from './ticket.record.ts';
import { currencyCode } from './tickets.settings.ts';

/** The person to register. */
export interface RegistrationInput {
  fullName: string;
  email: string;
  /** Defaults to the initial status of the provider. */
  status?: string | null | undefined;
  isCheckedIn?: boolean | null | undefined;
  optout?: boolean | null | undefined;
  extra?: Readonly<Record<string, unknown>> | null | undefined;
  /** User ID of the caller; 0 = not signed in. */
  callerId: number;
  /** Key from the client that identifies a repeated request. */
  requestKey?: string | null | undefined;
  source?: string;
  /** True to mail the ticket if the status permits entry. */
  sendsTicket?: boolean | null | undefined;
}

/** Throws `invalid_attendee_status` if the provider lacks the status. */
export function checkAttendeeStatus(ticket: Pick<TicketRecord, 'provider'>, status: string): void {
  if (!listAttendeeStatuses(ticket.provider).includes(status))
    throw invalid('invalid_attendee_status', `An attendee of this ticket cannot be "${status}".`);
}

/** Returns the values to write, by parameter name. */
function buildValues(site: Site, ticket: TicketRecord, registration: RegistrationInput) {
  const { provider } = ticket;
  const status = registration.status ?? getInitialStatus(provider);
  const price = getCurrentPrice(site, ticket);
  const isCheckedIn = registration.isCheckedIn === true;
  return {
    ticketId: ticket.id,
    places: holdsPlace(site, provider, status) ? 1 : 0,
    heldUntil: holdsPlace(site, provider, status) ? computeHoldEnd(provider, status, now()) : null,
    at: now(),
    postId: ticket.postId,
    provider,
    status,
    fullName: registration.fullName,
    email: registration.email,
    searchName: foldForSearch(registration.fullName),
    emailText: registration.email.toLowerCase(),
    sortTitle: buildSortTitle(registration.fullName),
    optout: registration.optout ?? provider !== 'tc',
    code: createRandomCode(10),
    paid: provider === 'rsvp' ? null : provider === 'tc' ? 0 : String(price.minor),
    currency: isShop(provider) ? site.settings.get(currencyCode) : '',
    isCheckedIn,
    checkinAt: isCheckedIn ? now() : null,
    checkinSource: isCheckedIn ? 'site' : '',
    checkinAuthor: isCheckedIn ? registration.callerId : 0,
    extra: JSON.stringify(registration.extra ?? {}),
    source: registration.source ?? 'rest-api',
    authorId: registration.callerId,
    requestKey: registration.requestKey ?? null,
    orderHash: createRandomCode(16),
    statuses: ['created', ...(status === 'created' ? [] : findStatusPath('created', status))],
    regularPrice: String(ticket.priceMinor),
    mailState: getInitialMailStatus(site),
  };
}

type Values = ReturnType<typeof buildValues>;

/** Replaces names in the statement with numbered parameters. */
function numberParameters(template: string, order: readonly (keyof Values)[]): string {
  return template.replace(/:(\w+)!/g, (_, name: string) => {
    const index = order.indexOf(name as keyof Values);
    if (index < 0) throw new Error(`The statement has the unknown parameter ${name}.`);
    return `$${index + 1}`;
  });
}

const mailSql = `, mailed AS (${createQueueMailSql('ticket', 'registered', ':mailState!', ':at!')})`;

const buildAttendeeStatement = (orderId: string, orderHash: string, from: string, furtherSql = '') => `
  registered AS (INSERT INTO attendee (ticket_id, post_id, provider, order_id, order_hash, order_status, full_name, email, user_id, optout, security_code,
      price_paid_minor, currency, holds_place, held_until, checked_in, checkin_at, checkin_source, checkin_author, extra, source, author_id, request_key,
      search_text, email_text, sort_title, created_utc, modified_utc)
    SELECT :ticketId!::int, :postId!::int, :provider!, ${orderId}, ${orderHash}, :status!, :fullName!, :email!,
      (SELECT id FROM user_account WHERE email = :emailText! LIMIT 1), :optout!::boolean, :code!, :paid!::bigint, :currency!, :places!::int > 0, :heldUntil!::timestamptz,
      :isCheckedIn!::boolean, :checkinAt!::timestamptz, :checkinSource!, :checkinAuthor!::int, :extra!::jsonb, :source!, :authorId!::int, :requestKey!,
      :searchName!::text || COALESCE(' ' || ${orderId}, ''), :emailText!, :sortTitle!, :at!::timestamptz, :at!::timestamptz
    FROM ${from} RETURNING *)${furtherSql}
  SELECT place.outcome, place.available, ${attendeeColumns.list} FROM place LEFT JOIN (registered a ${attendeePostJoins}) ON true`;

/** Takes the place first, and writes the other rows only if a place was free. The single statement is one transaction. */
const placeSql = `WITH place AS MATERIALIZED (SELECT outcome, available FROM take_places(:ticketId!::int, :places!::int)),
  allowed AS MATERIALIZED (SELECT 1 FROM place WHERE outcome = 'taken'),`;

const orderSql = `
  new_order AS (INSERT INTO ticket_order (provider, status, gateway, hash, purchaser_user_id, purchaser_name, purchaser_email, total_minor, subtotal_minor, currency, created_utc, modified_utc)
    SELECT :provider!, :status!, 'manual', :orderHash!, (SELECT id FROM user_account WHERE email = :emailText! LIMIT 1), :fullName!, :email!,
      :paid!::bigint, :paid!::bigint, :currency!, :at!::timestamptz, :at!::timestamptz FROM allowed RETURNING id),
  items AS (INSERT INTO ticket_order_item (order_id, ticket_id, quantity, price_minor, regular_price_minor, sub_total_minor)
    SELECT id, :ticketId!::int, 1, :paid!::bigint, :regularPrice!::bigint, :paid!::bigint FROM new_order),
  logged AS (INSERT INTO ticket_order_status_log (order_id, position, status, at)
    SELECT new_order.id, step.position, step.status, :at!::timestamptz FROM new_order, unnest(:statuses!::text[]) WITH ORDINALITY AS step(status, position)),`;

/** Outcome of a registration, and the attendee if a place was taken. */
interface Outcome {
  outcome: 'taken' | 'short' | 'gone';
  available: number;
  attendee: AttendeeRecord | null;
}

const outcomeShape: RowShape<Outcome> = mapShape(withColumns(attendeeColumns, { outcome: 'text', available: 'int' }), (row) => ({
  outcome: row.outcome as Outcome['outcome'],
  available: row.available,
  attendee: (row.id as number | null) === null ? null : row,
}));

function createStatement(name: string, template: string) {
  const order = [...new Set([...template.matchAll(/:(\w+)!/g)].map(([, parameter]) => parameter as keyof Values))];
  return { statement: statement(`register_${name}`, numberParameters(template, order), outcomeShape), order };
}

const statements = {
  rsvp: createStatement('rsvp', placeSql + buildAttendeeStatement('NULL::int', ':orderHash!', 'allowed')),
  rsvp_mailed: createStatement('rsvp_mailed', placeSql + buildAttendeeStatement('NULL::int', ':orderHash!', 'allowed', mailSql)),
  shop: createStatement('shop', placeSql + orderSql + buildAttendeeStatement('new_order.id', `''`, 'new_order')),
  shop_mailed: createStatement('shop_mailed', placeSql + orderSql + buildAttendeeStatement('new_order.id', `''`, 'new_order', mailSql)),
} as const;

const createQueue = () => new RegistrationQueue();

async function insertRegistration(site: Site, ticket: TicketRecord, registration: RegistrationInput): Promise<Outcome | undefined> {
  const name = `${ticket.provider === 'rsvp' ? 'rsvp' : 'shop'}${registration.sendsTicket ? '_mailed' : ''}` as const;
  const { statement: insert, order } = statements[name];
  const parameters = () => {
    const values = buildValues(site, ticket, registration);
    return order.map((parameter) => values[parameter]);
  };
  if (!isShop(ticket.provider) || !canIssueReceipts(site)) return (await retryOnConflict(() => site.db.rows(insert, parameters())))[0];
  return await site.db.transaction(async (tx) => {
    const [row] = await queryIn(tx, insert, ...parameters());
    const orderId = row?.attendee?.orderId ?? null;
    if (orderId !== null) await issueReceipt(site, tx, orderId);
    return row;
  });
}

/** Prefix of request keys from the `Idempotency-Key` header. These keys are valid for a day, like the stored responses. */
export const retryPrefix = 'retry ';
const RETRY_KEY_LIFE_MS = 24 * 3600_000;

/** Returns the attendee of an earlier request with the key. Releases an expired key; `isKeyFree` is then true. */
async function resolveRequestKey(site: Site, requestKey: string): Promise<{ attendee: AttendeeRecord | null; isKeyFree: boolean }> {
  const [attendee] = await site.db.rows(byRequestKey, [requestKey]);
  if (!attendee) return { attendee: null, isKeyFree: false };
  const isExpired = requestKey.startsWith(retryPrefix) && now().getTime() - attendee.createdUtc.getTime() >= RETRY_KEY_LIFE_MS;
  if (isExpired) await site.db.rows(releaseKey, [attendee.id, requestKey]);
  return { attendee: isExpired ? null : attendee, isKeyFree: isExpired };
}

const byRequestKey = statement(
  'attendee_by_request_key',
  `SELECT ${attendeeColumns.list} FROM attendee a ${attendeePostJoins} WHERE a.request_key = $1`,
  attendeeColumns,
);
const releaseKey = statement('release_request_key', 'UPDATE attendee SET request_key = NULL WHERE id = $1 AND request_key = $2');

/**
 * Registers a person for a ticket. Place, order, receipt and attendee are created together or not at all. A repeated request key returns the attendee
 * of the first request. `ticket` must have been read in the current request. Throws `invalid_attendee_status`, `check_in_refused` for a check-in of
 * someone who is not going, `insufficient_stock` without a free place, `invalid_arguments` if the ticket was deleted meanwhile.
 */
export async function registerAttendee(site: Site, ticket: TicketRecord, registration: RegistrationInput): Promise<AttendeeRecord> {
  const status = registration.status ?? getInitialStatus(ticket.provider);
  checkAttendeeStatus(ticket, status);
  if (registration.isCheckedIn && !canEnter(ticket.provider, status)) {
    throw invalid('check_in_refused', 'Only attendees with a valid ticket can be checked in.');
  }
  // a ticket is mailed only if it is valid
  const sendsTicket = registration.sendsTicket === true && canEnter(ticket.provider, status);
  const needsPlace = holdsPlace(site, ticket.provider, status);
  try {
    // the ticket was already sold out when this request read it, so the statement is unnecessary
    if (needsPlace && countPlacesLeft(ticket) === 0) throw insufficientStock([{ ticket, requested: 1, available: 0 }]);
    const row = await site.state.getOrCreate(createQueue).run(
      ticket.id,
      ({ isDecided }) =>
        isDecided && needsPlace ? Promise.resolve(null) : insertRegistration(site, ticket, { ...registration, sendsTicket }),
      (result) => result?.outcome === 'short',
    );
    if (row === null || row?.outcome === 'short') throw insufficientStock([{ ticket, requested: 1, available: row?.available ?? 0 }]);
    if (!row || row.outcome === 'gone') throw ticketNotFound();
    if (sendsTicket || canIssueReceipts(site)) notifyMailQueued(site);
    return row.attendee as AttendeeRecord;
  } catch (error) {
    if (!registration.requestKey || !(error instanceof Failure || isUniqueViolation(error, 'attendee_request_key_key'))) throw error;
    const { attendee, isKeyFree } = await resolveRequestKey(site, registration.requestKey);
    if (attendee) return attendee;
    if (isKeyFree && !(error instanceof Failure)) return await registerAttendee(site, ticket, registration);
    throw error;
  }
}
