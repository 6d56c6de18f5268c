import { foldForSearch } from '#app/core/text/fold.ts';
import { sortTitleOf } from '../content/search.rules.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queueMailTo, notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { attendeeForChange, loadAttendees } from './attendee.reader.ts';
import type { AttendeeRecord } from './attendee.record.ts';
import { checkIn, refusalOf, undoCheckIn } from './check-in.service.ts';
import { unknownAttendee } from './failures.ts';
import { lockPlaces } from './lock-order.ts';
import { mailBuyer, mailHolders } from './cancelled-mail.ts';
import { givePlaces, takePlaces } from './places.ts';
import { checkStatus } from './registration.ts';
import { offerFreed } from './waiting-list/offers.ts';
import { heldUntil, holdsPlace, isCompleted, isTakenBack } from './statuses.ts';

/** Changes of an attendee. Absent values stay unchanged (tickets.md 4.5). */
export interface AttendeeChanges {
  fullName?: string | null | undefined;
  email?: string | null | undefined;
  status?: string | null | undefined;
  optout?: boolean | null | undefined;
  extra?: Readonly<Record<string, unknown>> | null | undefined;
  /** True checks the attendee in, false undoes the check-in. */
  isCheckedIn?: boolean | null | undefined;
  /** True mails the ticket, also repeatedly. Nothing is mailed if the ticket is not valid. */
  sendsTicket?: boolean | null | undefined;
}

const checkedOut = { checkedIn: false, checkinAt: null, checkinSource: '', checkinAuthor: 0, checkinDevice: '', qrMark: false };

/** Returns the columns of an attendee's new status. The caller has already moved the place. */
function statusColumns(stored: AttendeeRecord, status: string, holds: boolean) {
  return {
    orderStatus: status,
    holdsPlace: holds,
    heldUntil: holds ? heldUntil(stored.provider, status, now()) : null,
    ...(stored.checkedIn && !isCompleted(stored.provider, status) && checkedOut),
  };
}

async function moveTo(site: Site, tx: Tx, stored: AttendeeRecord, status: string): Promise<ReturnType<typeof statusColumns>> {
  const holds = stored.status === 'publish' && holdsPlace(site, stored.provider, status);
  let taken: 'taken' | 'gone' = 'taken';
  if (holds && !stored.holdsPlace) taken = await takePlaces(tx, stored.ticketId, 1);
  else if (!holds && stored.holdsPlace) await givePlaces(tx, stored.ticketId, 1);
  return statusColumns(stored, status, holds && taken === 'taken');
}

/** Returns the columns of an attendee's name and address. Empty and absent values stay unchanged. */
export function nameColumns({
  fullName,
  email,
  orderId,
}: {
  fullName?: string | null | undefined;
  email?: string | null | undefined;
  orderId: number | null;
}) {
  return {
    ...(fullName && {
      fullName,
      searchText: `${foldForSearch(fullName)}${orderId === null ? '' : ` ${orderId}`}`,
      sortTitle: sortTitleOf(fullName),
    }),
    ...(email && { email, emailText: email.toLowerCase() }),
  };
}

function checkInColumns(isCheckedIn: boolean | null | undefined, callerId: number) {
  if (isCheckedIn === true) return { checkedIn: true, checkinAt: now(), checkinSource: 'site', checkinAuthor: callerId };
  return isCheckedIn === false ? checkedOut : {};
}

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** Locks everything that the attendee's place belongs to, and then the attendee. */
async function lock(tx: Tx, known: Pick<AttendeeRecord, 'id' | 'ticketId' | 'postId'>): Promise<AttendeeRecord> {
  await lockPlaces(tx, { ticketIds: [known.ticketId], postIds: known.postId === null ? [] : [known.postId] });
  const stored = await attendeeForChange(tx, known.id);
  if (!stored) throw unknownAttendee();
  return stored;
}

/** Changes an attendee inside the caller's transaction. Call `notifyMailQueued` afterwards if a ticket was requested. Throws the same failures as `changeAttendee`. */
export async function changeAttendeeIn(
  site: Site,
  tx: Tx,
  known: Pick<AttendeeRecord, 'id' | 'ticketId' | 'postId'>,
  changes: AttendeeChanges,
  callerId: number,
): Promise<void> {
  const { status, fullName, email, optout, extra, isCheckedIn, sendsTicket } = changes;
  const stored = await lock(tx, known);
  const refusal = isCheckedIn === true ? refusalOf({ ...stored, orderStatus: status ?? stored.orderStatus }) : null;
  if (refusal) throw refusal;
  const moved = isGiven(status) && status !== stored.orderStatus ? await moveTo(site, tx, stored, status) : {};
  await tx.attendee.update({
    where: { id: known.id },
    data: {
      ...moved,
      ...nameColumns({ fullName, email, orderId: stored.orderId }),
      ...(isGiven(optout) && { optout }),
      ...(extra && { extra: extra as object }),
      ...checkInColumns(isCheckedIn, callerId),
      modifiedUtc: now(),
    },
    select: { id: true },
  });
  if (isGiven(status) && (isTakenBack(status) || status === 'no')) await mailHolders(site, tx, [stored]);
  const isGood = stored.status === 'publish' && isCompleted(stored.provider, status ?? stored.orderStatus);
  if (sendsTicket === true && isGood) await queueMailTo(site, tx, 'ticket', known.id);
  if (stored.holdsPlace && 'holdsPlace' in moved && !moved.holdsPlace) await offerFreed(site, tx, { ticketIds: [known.ticketId] });
}

/** True if a check-in is the only change. The attendee then need not be read first. */
export function isCheckInOnly({ isCheckedIn, ...others }: AttendeeChanges): boolean {
  return isCheckedIn === true && others.sendsTicket !== true && !Object.values({ ...others, sendsTicket: null }).some(isGiven);
}

/**
 * Changes an attendee. A new status moves its place. An attendee who loses a settled status is checked out. Throws `invalid_attendee_id`,
 * `invalid_attendee_status`, `insufficient_stock`, and for a check-in `attendee_already_checked_in` before `check_in_refused`.
 */
export async function changeAttendee(
  site: Site,
  known: AttendeeRecord,
  changes: AttendeeChanges,
  callerId: number,
): Promise<AttendeeRecord> {
  const { status, fullName, email, optout, extra, isCheckedIn, sendsTicket } = changes;
  if (isGiven(status)) checkStatus(known, status);
  if (sendsTicket === true || [status, fullName, email, optout, extra].some(isGiven)) {
    await site.db.transaction(async (tx) => {
      await changeAttendeeIn(site, tx, known, changes, callerId);
      if (isGiven(status) && isTakenBack(status) && !isTakenBack(known.orderStatus)) await mailBuyer(site, tx, known.checkoutId);
    });
    notifyMailQueued(site);
  } else if (isCheckedIn === true) return await checkIn(site, known.id, { source: 'site', authorId: callerId });
  else if (isCheckedIn === false) return await undoCheckIn(site, known.id);
  const [attendee] = await loadAttendees(site, [known.id]);
  if (!attendee) throw unknownAttendee();
  return attendee;
}

/** Removes an attendee inside the caller's transaction. Releases the place and counts one removal for the post. Throws `invalid_attendee_id`. */
export async function removeAttendeeIn(
  site: Site,
  tx: Tx,
  known: Pick<AttendeeRecord, 'id' | 'ticketId' | 'postId'>,
): Promise<AttendeeRecord> {
  const stored = await lock(tx, known);
  if (stored.status === 'trash') return stored;
  await mailHolders(site, tx, [stored]);
  if (stored.holdsPlace) await givePlaces(tx, stored.ticketId, 1);
  await tx.attendee.update({
    where: { id: stored.id },
    data: { status: 'trash', holdsPlace: false, heldUntil: null, modifiedUtc: now() },
    select: { id: true },
  });
  if (stored.postId !== null) {
    await tx.postStock.upsert({
      where: { postId: stored.postId },
      create: { postId: stored.postId, deletedAttendees: 1 },
      update: { deletedAttendees: { increment: 1 } },
      select: { postId: true },
    });
  }
  if (stored.holdsPlace) await offerFreed(site, tx, { ticketIds: [stored.ticketId] });
  return { ...stored, status: 'trash', holdsPlace: false };
}

/** Removes an attendee like `removeAttendeeIn`, and informs the buyer. */
export async function removeAttendee(site: Site, known: AttendeeRecord): Promise<AttendeeRecord> {
  const removed = await site.db.transaction(async (tx) => {
    const attendee = await removeAttendeeIn(site, tx, known);
    if (known.status !== 'trash') await mailBuyer(site, tx, attendee.checkoutId);
    return attendee;
  });
  notifyMailQueued(site);
  return removed;
}
