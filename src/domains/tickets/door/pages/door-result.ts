import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { loadContent } from '#app/domains/content/content.reader.ts';
import { now } from '#app/core/time/clock.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { formatClock, formatWallTime } from '#app/domains/events/format-event-time.ts';
import type { Site } from '#app/site.ts';
import type { AttendeeRecord } from '../../attendee.record.ts';
import type { AdmissionOutcome } from '../admission.ts';
import { formatLocalizedPrice } from '../../price-text.ts';
import { findAmountsToPay } from '../payment.ts';
import { getTicketState } from '../../qr/ticket-sheet.ts';
import { getSaleZone, type SellingPost } from '../../selling-post.ts';
import { loadTickets } from '../../ticket.reader.ts';
import { findUser } from '#app/domains/identity/users/user.record.ts';

/** A message to staff, as plain text. */
export interface DoorResult {
  tone: 'good' | 'error' | '';
  title: string;
  details: string[];
}

/** Formats a moment in the local time of the post, with the day unless it is the current day. */
export function formatInstantAt(site: Site, translate: Translate, post: SellingPost, at: Date): string {
  const zone = getSaleZone(site, post);
  const wall = toWallTime(at, zone);
  return wall.slice(0, 10) === toWallTime(now(), zone).slice(0, 10)
    ? formatClock(site, translate, wall)
    : formatWallTime(site, translate, wall);
}

/** Describes when, where and by whom the attendee was checked in. */
async function formatFirstCheckIn(site: Site, translate: Translate, post: SellingPost, attendee: AttendeeRecord): Promise<string> {
  const { checkinAt, checkinAuthor, checkinDevice, checkinSource } = attendee;
  const who =
    checkinAuthor === 0 ? translate('door.byApp') : ((await findUser(site, checkinAuthor))?.displayName ?? translate('door.bySomebody'));
  return translate('door.first', {
    known: checkinAt ? 'yes' : 'no',
    when: checkinAt ? formatInstantAt(site, translate, post, checkinAt) : '',
    placed: checkinDevice === '' ? 'no' : 'yes',
    door: checkinDevice,
    how: checkinSource === 'app' ? 'app' : 'hand',
    who,
  });
}

/** Text keys of the reasons why a ticket does not permit entry, by the state of the ticket. */
const invalidTexts = {
  pending: 'door.invalid.pending',
  declined: 'door.invalid.declined',
  void: 'door.invalid.void',
  good: 'door.invalid.good',
} as const;

async function loadTicketTitle(site: Site, attendee: AttendeeRecord): Promise<string[]> {
  const [ticket] = await loadTickets(site, [attendee.ticketId]);
  const title = toPlainText(ticket?.title ?? attendee.deletedTicketTitle ?? '');
  return title === '' ? [] : [title];
}

/** Describes the outcome of an action at the door. */
export async function describeResult(
  site: Site,
  translate: Translate,
  post: SellingPost,
  outcome: AdmissionOutcome,
  attendee: AttendeeRecord | null,
): Promise<DoorResult> {
  if (!attendee || outcome === 'unknown')
    return { tone: 'error', title: translate('door.result.unknown'), details: [translate('door.unknownWhy')] };
  const name = attendee.fullName;
  switch (outcome) {
    case 'in':
      return { tone: 'good', title: translate('door.result.in', { name }), details: await loadTicketTitle(site, attendee) };
    case 'again':
      return {
        tone: 'error',
        title: translate('door.result.again', { name }),
        details: [await formatFirstCheckIn(site, translate, post, attendee), ...(await loadTicketTitle(site, attendee))],
      };
    case 'paid':
      return { tone: 'good', title: translate('door.result.paid', { name }), details: [translate('door.paidWhy')] };
    case 'undone':
      return { tone: '', title: translate('door.result.undone', { name }), details: [translate('door.undoneWhy')] };
    case 'elsewhere': {
      const other = attendee.postId === null ? null : await loadContent(site, attendee.postId);
      const title = other ? toPlainText(other.title) || translate('content.untitled') : translate('door.unlisted');
      return { tone: 'error', title: translate('door.result.elsewhere'), details: [translate('door.elsewhereWhy', { name, title })] };
    }
    case 'invalid': {
      const [amountToPay] = (await findAmountsToPay(site, [attendee])).values();
      if (amountToPay) {
        const amount = formatLocalizedPrice(site, translate, amountToPay.minor, amountToPay.currency || undefined);
        return {
          tone: 'error',
          title: translate('door.result.toPay', { name, amount }),
          details: [translate('door.payHow', { number: String(attendee.orderId) })],
        };
      }
      return {
        tone: 'error',
        title: translate('door.result.invalid', { name }),
        details: [translate(invalidTexts[getTicketState(attendee)]), ...(await loadTicketTitle(site, attendee))],
      };
    }
  }
}
