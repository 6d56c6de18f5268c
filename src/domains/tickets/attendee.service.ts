import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import { buildSortTitle } from '../content/search.rules.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queueMailTo, notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { lockAttendee, loadAttendees } from './attendee.reader.ts';
import type { AttendeeRecord } from './attendee.record.ts';
import { checkIn, findCheckInRefusal, noCheckIn, undoCheckIn } from './check-in.service.ts';
import { attendeeNotFound } from './failures.ts';
import { lockPlaces } from './lock-order.ts';
import { queueOrderMail, queueCancelledMails } from './cancelled-mail.ts';
import { releaseTakenPlaces, takePlaces } from './places.ts';
import { checkAttendeeStatus } from './registration.ts';
import { offerReleasedPlaces } from './waiting-list/offers.ts';
import { computeHoldEnd, holdsPlace, canEnter, isCanceledStatus } from './statuses.ts';

/** Changes of an attendee. Absent values stay unchanged (docs/behaviour/tickets.md 4.5). */
export interface AttendeeChanges {
  fullName?: string | null | undefined;
  email?: string | null | undefined;
  status?: string | null | undefined;
  optout?: boolean | null | undefined;
  extra?: Readonly<Record<string, unknown>> | null | undefined;
  /** True checks the attendee in, false undoes the check-in. */
  isCheckedIn?: boolean | null | undefined;
  /** True mails the ticket, even if it was mailed before. Nothing is mailed if the ticket is not valid. */
  sendsTicket?: boolean | null | undefined;
}

/** Returns the columns that change with an attendee's status. The caller has already taken or released the place. */
function buildStatusColumns(stored: AttendeeRecord, status: string, holds: boolean) {
  return {
    orderStatus: status,
    holdsPlace: holds,
    heldUntil: holds ? computeHoldEnd(stored.provider, status, now()) : null,
    ...(stored.checkedIn && !canEnter(stored.provider, status) && noCheckIn),
  };
}

async function moveToStatus(site: Site, tx: Tx, stored: AttendeeRecord, status: string): Promise<ReturnType<typeof buildStatusColumns>> {
  const holds = stored.status === 'publish' && holdsPlace(site, stored.provider, status);
  let outcome: 'taken' | 'gone' = 'taken';
  if (holds && !stored.holdsPlace) outcome = await takePlaces(tx, stored.ticketId, 1);
  else if (!holds && stored.holdsPlace) await releaseTakenPlaces(tx, stored.ticketId, 1);
  return buildStatusColumns(stored, status, holds && outcome === 'taken');
}

/** Returns the columns of an attendee's name and email address. Empty and absent values stay unchanged. */
export function buildNameColumns({
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
      sortTitle: buildSortTitle(fullName),
    }),
    ...(email && { email, emailText: email.toLowerCase() }),
  };
}

function buildCheckInColumns(isCheckedIn: boolean | null | undefined, callerId: number) {
  if (isCheckedIn === true) return { checkedIn: true, checkinAt: now(), checkinSource: 'site', checkinAuthor: callerId };
  return isCheckedIn === false ? noCheckIn : {};
}

const isPresent = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** Locks the ticket and the post of an attendee, and then the attendee. */
async function lockWithPlaces(tx: Tx, attendee: Pick<AttendeeRecord, 'id' | 'ticketId' | 'postId'>): Promise<AttendeeRecord> {
  await lockPlaces(tx, { ticketIds: [attendee.ticketId], postIds: attendee.postId === null ? [] : [attendee.postId] });
  const stored = await lockAttendee(tx, attendee.id);
  if (!stored) throw attendeeNotFound();
  return stored;
}

/**
 * Changes an attendee inside the caller's transaction. Call `notifyMailQueued` after the commit, because the change may queue mails. Throws the same
 * failures as `changeAttendee`.
 */
export async function changeAttendeeIn(
  site: Site,
  tx: Tx,
  attendee: Pick<AttendeeRecord, 'id' | 'ticketId' | 'postId'>,
  changes: AttendeeChanges,
  callerId: number,
): Promise<void> {
  const { status, fullName, email, optout, extra, isCheckedIn, sendsTicket } = changes;
  const stored = await lockWithPlaces(tx, attendee);
  const refusal = isCheckedIn === true ? findCheckInRefusal({ ...stored, orderStatus: status ?? stored.orderStatus }) : null;
  if (refusal) throw refusal;
  const statusChange = isPresent(status) && status !== stored.orderStatus ? await moveToStatus(site, tx, stored, status) : {};
  await tx.attendee.update({
    where: { id: attendee.id },
    data: {
      ...statusChange,
      ...buildNameColumns({ fullName, email, orderId: stored.orderId }),
      ...(isPresent(optout) && { optout }),
      ...(extra && { extra: extra as object }),
      ...buildCheckInColumns(isCheckedIn, callerId),
      modifiedUtc: now(),
    },
    select: { id: true },
  });
  if (isPresent(status) && (isCanceledStatus(status) || status === 'no')) await queueCancelledMails(site, tx, [stored]);
  const isValid = stored.status === 'publish' && canEnter(stored.provider, status ?? stored.orderStatus);
  if (sendsTicket === true && isValid) await queueMailTo(site, tx, 'ticket', attendee.id);
  if (stored.holdsPlace && 'holdsPlace' in statusChange && !statusChange.holdsPlace)
    await offerReleasedPlaces(site, tx, { ticketIds: [attendee.ticketId] });
}

/** True if a check-in is the only change. The caller then need not read the attendee first. */
export function isCheckInOnly({ isCheckedIn, ...otherChanges }: AttendeeChanges): boolean {
  return (
    isCheckedIn === true && otherChanges.sendsTicket !== true && !Object.values({ ...otherChanges, sendsTicket: null }).some(isPresent)
  );
}

/**
 * Changes an attendee. A new status may take or release a place. If the new status does not permit entry, the check-in is undone. Throws
 * `invalid_attendee_id`, `invalid_attendee_status`, `insufficient_stock`, and for a check-in `attendee_already_checked_in` or `check_in_refused`.
 */
export async function changeAttendee(
  site: Site,
  attendee: AttendeeRecord,
  changes: AttendeeChanges,
  callerId: number,
): Promise<AttendeeRecord> {
  const { status, fullName, email, optout, extra, isCheckedIn, sendsTicket } = changes;
  if (isPresent(status)) checkAttendeeStatus(attendee, status);
  if (sendsTicket === true || [status, fullName, email, optout, extra].some(isPresent)) {
    await site.db.transaction(async (tx) => {
      await changeAttendeeIn(site, tx, attendee, changes, callerId);
      if (isPresent(status) && isCanceledStatus(status) && !isCanceledStatus(attendee.orderStatus))
        await queueOrderMail(site, tx, attendee.checkoutId);
    });
    notifyMailQueued(site);
  } else if (isCheckedIn === true) return await checkIn(site, attendee.id, { source: 'site', authorId: callerId });
  else if (isCheckedIn === false) return await undoCheckIn(site, attendee.id);
  const [updated] = await loadAttendees(site, [attendee.id]);
  if (!updated) throw attendeeNotFound();
  return updated;
}

/**
 * Moves an attendee to the trash inside the caller's transaction. Releases the place, and increments the number of removed attendees of the post.
 * Throws `invalid_attendee_id`.
 */
export async function removeAttendeeIn(
  site: Site,
  tx: Tx,
  attendee: Pick<AttendeeRecord, 'id' | 'ticketId' | 'postId'>,
): Promise<AttendeeRecord> {
  const stored = await lockWithPlaces(tx, attendee);
  if (stored.status === 'trash') return stored;
  await queueCancelledMails(site, tx, [stored]);
  if (stored.holdsPlace) await releaseTakenPlaces(tx, stored.ticketId, 1);
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
  if (stored.holdsPlace) await offerReleasedPlaces(site, tx, { ticketIds: [stored.ticketId] });
  return { ...stored, status: 'trash', holdsPlace: false };
}

/** Removes an attendee like `removeAttendeeIn`, and mails the buyer. */
export async function removeAttendee(site: Site, attendee: AttendeeRecord): Promise<AttendeeRecord> {
  const result = await site.db.transaction(async (tx) => {
    const removed = await removeAttendeeIn(site, tx, attendee);
    if (attendee.status !== 'trash') await queueOrderMail(site, tx, removed.checkoutId);
    return removed;
  });
  notifyMailQueued(site);
  return result;
}
