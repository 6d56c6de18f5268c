import type { ContentFacts } from '../content/content.permissions.ts';
import type { WallTime } from '../core/time/wall-time.ts';
import type { Provider } from './providers.ts';

/** What decides who may see the attendees of a post. */
export interface AttendeePost extends ContentFacts {
  password: string;
  hidesAttendees: boolean;
}

/** One attendee as it is read. */
export interface AttendeeRecord {
  id: number;
  ticketId: number;
  /** Title of its ticket once that is deleted. */
  deletedTicketTitle: string | null;
  postId: number | null;
  provider: Provider;
  orderId: number | null;
  orderHash: string;
  /** `yes`, `no`, or the status of its order. */
  orderStatus: string;
  fullName: string;
  email: string;
  userId: number | null;
  optout: boolean;
  sku: string;
  securityCode: string;
  /** Hundredths; null = not recorded. */
  pricePaidMinor: number | bigint | null;
  currency: string;
  status: string;
  holdsPlace: boolean;
  checkedIn: boolean;
  checkinAt: Date | null;
  checkinSource: string;
  checkinAuthor: number;
  /** Which door or device; may be empty. */
  checkinDevice: string;
  qrMark: boolean;
  ticketSent: number;
  extra: Readonly<Record<string, unknown>>;
  source: string;
  authorId: number;
  lineage: readonly string[];
  createdUtc: Date;
  modifiedUtc: Date;
  /** Null once the post is deleted. */
  post: AttendeePost | null;
}

/** The columns of an `AttendeeRecord` for rows `a`, `c` (its post) and `s` (the post's stock). */
export const attendeeColumns = `a.id, a.ticket_id AS "ticketId", a.deleted_ticket_title AS "deletedTicketTitle", a.post_id AS "postId", a.provider,
  a.order_id AS "orderId", a.order_hash AS "orderHash", a.order_status AS "orderStatus", a.full_name AS "fullName", a.email, a.user_id AS "userId",
  a.optout, a.sku, a.security_code AS "securityCode", a.price_paid_minor AS "pricePaidMinor", a.currency, a.status, a.holds_place AS "holdsPlace",
  a.checked_in AS "checkedIn", a.checkin_at AS "checkinAt", a.checkin_source AS "checkinSource", a.checkin_author AS "checkinAuthor",
  a.checkin_device AS "checkinDevice",
  a.qr_mark AS "qrMark", a.ticket_sent AS "ticketSent", a.extra, a.source, a.author_id AS "authorId", a.lineage, a.created_utc AS "createdUtc",
  a.modified_utc AS "modifiedUtc", c.id AS "pId", c.kind AS "pKind", c.status AS "pStatus", c.trashed_from AS "pTrashedFrom",
  c.author_id AS "pAuthorId", c.password AS "pPassword", (c.date_utc AT TIME ZONE 'UTC')::text AS "pDateUtc", s.hide_attendees_list AS "pHides"`;

/** The tables beside `a`. */
export const attendeePostJoins = 'LEFT JOIN content c ON c.id = a.post_id LEFT JOIN post_stock s ON s.post_id = a.post_id';

/** What the driver answers for `attendeeColumns`. */
export type AttendeeRow = Omit<AttendeeRecord, 'post'> & {
  pId: number | null;
  pKind: string;
  pStatus: string;
  pTrashedFrom: string | null;
  pAuthorId: number | null;
  pPassword: string;
  pDateUtc: string | null;
  pHides: boolean | null;
};

function postOf(row: AttendeeRow, nowUtc: WallTime): AttendeePost | null {
  if (row.pId === null) return null;
  const isDue = row.pStatus === 'future' && row.pDateUtc !== null && row.pDateUtc.replace(' ', 'T').slice(0, 19) <= nowUtc;
  return {
    kind: row.pKind,
    status: isDue ? 'publish' : row.pStatus,
    trashedFrom: row.pTrashedFrom,
    authorId: row.pAuthorId,
    password: row.pPassword,
    hidesAttendees: row.pHides ?? false,
  };
}

/** Turns a row into a record. */
export function attendeeOf(row: AttendeeRow, nowUtc: WallTime): AttendeeRecord {
  const {
    pId: _id,
    pKind: _kind,
    pStatus: _status,
    pTrashedFrom: _from,
    pAuthorId: _author,
    pPassword: _password,
    pDateUtc: _date,
    pHides: _hides,
    ...own
  } = row;
  return { ...own, lineage: own.lineage ?? [], post: postOf(row, nowUtc) };
}
