import { plainOf } from '#app/domains/events/calendar/plain.ts';
import { loadContent } from '#app/domains/content/content.reader.ts';
import { now } from '#app/core/clock.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { formatWall } from '#app/domains/events/date-format.ts';
import { dateFormat, timeFormat } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import type { AttendeeRecord } from '../../attendee.record.ts';
import type { AdmissionOutcome } from '../admission.ts';
import { ticketState } from '../../qr/ticket-sheet.ts';
import { saleZone, type SellingPost } from '../../selling-post.ts';
import { loadTickets } from '../../ticket.reader.ts';
import { findUser } from '#app/domains/identity/users/user.record.ts';

/** What staff are told; plain text. */
export interface DoorResult {
  tone: 'good' | 'error' | '';
  title: string;
  details: string[];
}

/** A moment on the clocks of the post's zone; the day stands only when it is another one than today. */
export function momentAt(site: Site, post: SellingPost, at: Date): string {
  const zone = saleZone(site, post);
  const wall = toWallTime(at, zone);
  const time = formatWall(wall, site.settings.get(timeFormat));
  return wall.slice(0, 10) === toWallTime(now(), zone).slice(0, 10) ? time : `${formatWall(wall, site.settings.get(dateFormat))}, ${time}`;
}

/** When, where and by whom somebody was let in. */
async function firstTime(site: Site, post: SellingPost, attendee: AttendeeRecord): Promise<string> {
  const { checkinAt, checkinAuthor, checkinDevice, checkinSource } = attendee;
  const who = checkinAuthor === 0 ? 'the check-in app' : ((await findUser(site, checkinAuthor))?.displayName ?? 'somebody');
  const where = checkinDevice === '' ? '' : ` at ${checkinDevice}`;
  const how = checkinSource === 'app' ? 'by code' : 'by hand';
  return `First let in ${checkinAt ? momentAt(site, post, checkinAt) : 'before'}${where}, ${how}, by ${who}.`;
}

const refusals = {
  pending: 'The order is not completed.',
  declined: 'They said that they do not come.',
  void: 'The ticket was taken back.',
  good: 'They could not be let in. Please try again.',
} as const;

async function ticketTitle(site: Site, attendee: AttendeeRecord): Promise<string[]> {
  const [ticket] = await loadTickets(site, [attendee.ticketId]);
  const title = plainOf(ticket?.title ?? attendee.deletedTicketTitle ?? '');
  return title === '' ? [] : [title];
}

/** Says what came of somebody at the door. */
export async function resultOf(
  site: Site,
  post: SellingPost,
  outcome: AdmissionOutcome,
  attendee: AttendeeRecord | null,
): Promise<DoorResult> {
  if (!attendee || outcome === 'unknown')
    return { tone: 'error', title: 'No such ticket', details: ['This code is not one of a ticket of this site.'] };
  const name = attendee.fullName;
  switch (outcome) {
    case 'in':
      return { tone: 'good', title: `Welcome, ${name}`, details: await ticketTitle(site, attendee) };
    case 'again':
      return {
        tone: 'error',
        title: `Already in: ${name}`,
        details: [await firstTime(site, post, attendee), ...(await ticketTitle(site, attendee))],
      };
    case 'undone':
      return { tone: '', title: `Not in any more: ${name}`, details: ['The check-in was taken back.'] };
    case 'elsewhere': {
      const other = attendee.postId === null ? null : await loadContent(site, attendee.postId);
      const title = other ? plainOf(other.title) || 'Untitled' : 'something that is no longer listed';
      return { tone: 'error', title: 'Not for this event', details: [`${name} has a ticket for: ${title}`] };
    }
    case 'invalid':
      return {
        tone: 'error',
        title: `Not valid: ${name}`,
        details: [refusals[ticketState(attendee)], ...(await ticketTitle(site, attendee))],
      };
  }
}
