import { createHash } from 'node:crypto';
import { addDays } from '#app/core/time/days.ts';
import { getSiteToday } from '#app/domains/content/site-time.ts';
import { eventCategory, tag } from '#app/domains/content/terms/taxonomies.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { isSharing } from '#app/domains/tickets/capacity.rules.ts';
import { createRandomCode } from '#app/domains/tickets/random-code.ts';
import { getCapacity, type TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { currencyCode } from '#app/domains/tickets/tickets.settings.ts';
import type { EventForm, TicketForm } from '../form.rules.ts';
import { noRepeat } from '../series/repeat-form.rules.ts';
import type { OrganizerContext } from './organizer-page.ts';
import { formatTypedDecimal } from './parts.ts';

const blankTicket: TicketForm = Object.freeze({
  id: 0,
  kind: 'tc',
  name: '',
  price: '',
  capacity: '',
  places: 'own',
  opens: '',
  closes: '',
  description: '',
  minPerOrder: '',
  maxPerOrder: '',
  visibility: 'public',
  position: '',
});

/** Returns the initial values of a new event: an evening in two weeks. */
export function createEventForm({ site }: OrganizerContext): EventForm {
  const day = addDays(getSiteToday(site), 14);
  const times = { startDay: day, startTime: '19:00', endDay: day, endTime: '21:00', allDay: false, timezone: '' };
  const venue = { venue: '', venueName: '', venueAddress: '', venueCity: '' };
  const options = {
    categories: '',
    tags: '',
    organizer: '',
    organizerName: '',
    altText: '',
    sharedCapacity: '',
    repeat: noRepeat,
    copiesCodes: true,
    scope: 'one',
    version: createRandomCode(24),
  };
  return { title: '', description: '', ...times, ...venue, ...options, image: '', tickets: [blankTicket, blankTicket] };
}

const toSaleBound = (day: string, time: string): string => (day === '' ? '' : `${day}T${(time || '00:00').slice(0, 5)}`);

/** Formats a stored price as users type it in the language of the page. */
function formatTicketPrice({ site, translate }: OrganizerContext, { price, priceMinor }: TicketRecord): string {
  if (price === '') return '';
  return formatTypedDecimal(translate, { minor: priceMinor, currency: site.settings.get(currencyCode) });
}

function toTicketForm(context: OrganizerContext, ticket: TicketRecord, index: number): TicketForm {
  const { id, provider, title, description, startDate, startTime, endDate, endTime } = ticket;
  const capacity = ticket.stockMode === 'global' ? -1 : getCapacity(ticket);
  return {
    id,
    kind: provider === 'rsvp' ? 'rsvp' : 'tc',
    name: title,
    price: provider === 'rsvp' ? '' : formatTicketPrice(context, ticket),
    capacity: capacity < 0 ? '' : String(capacity),
    places: isSharing(ticket.stockMode) ? 'shared' : 'own',
    opens: toSaleBound(startDate, startTime),
    closes: toSaleBound(endDate, endTime),
    description,
    minPerOrder: ticket.minPerOrder > 1 ? String(ticket.minPerOrder) : '',
    maxPerOrder: ticket.maxPerOrder === null ? '' : String(ticket.maxPerOrder),
    visibility: ticket.status === 'private' ? 'box-office' : 'public',
    position: String(index + 1),
  };
}

/** Returns the names of an event's terms as users type them, separated by commas. */
export const getTermNames = ({ terms }: EventRecord, taxonomy: string): string =>
  terms
    .filter((term) => term.taxonomy === taxonomy)
    .map(({ name }) => name)
    .join(', ');

/** Returns the values of the form for a stored event. */
export function toEventForm(context: OrganizerContext, event: EventRecord, tickets: readonly TicketRecord[]): EventForm {
  const [venue] = event.venues;
  const form = {
    title: event.title,
    description: event.content,
    startDay: event.startLocal.slice(0, 10),
    startTime: event.allDay ? '' : event.startLocal.slice(11, 16),
    endDay: event.endLocal.slice(0, 10),
    endTime: event.allDay ? '' : event.endLocal.slice(11, 16),
    allDay: event.allDay,
    timezone: event.timezone,
    venue: venue ? String(venue.id) : '',
    venueName: '',
    venueAddress: '',
    venueCity: '',
    categories: getTermNames(event, eventCategory.name),
    tags: getTermNames(event, tag.name),
    organizer: event.organizers.length > 1 ? 'keep' : String(event.organizers[0]?.id ?? ''),
    organizerName: '',
    altText: event.image?.altText ?? '',
    image: event.image ? String(event.image.contentId) : '',
    tickets: [...tickets.map((ticket, index) => toTicketForm(context, ticket, index)), blankTicket],
    sharedCapacity: String(tickets.find(({ stockMode }) => isSharing(stockMode))?.post?.sharedCapacity ?? ''),
    repeat: noRepeat,
    copiesCodes: true,
    scope: 'one',
  };
  return { ...form, version: createHash('sha256').update(JSON.stringify(form)).digest('base64url') };
}
