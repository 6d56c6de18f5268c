import { isDay } from '#app/core/time/days.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import { isZone } from '#app/core/time/zone.ts';
import type { EventInput } from '#app/domains/events/inputs.ts';
import { parseDecimalPrice, parseTypedPrice } from '#app/domains/tickets/money.rules.ts';
import { parseSaleBound } from '#app/domains/tickets/sale-window.rules.ts';
import type { TicketInput } from '#app/domains/tickets/ticket.input.ts';
import { readRepeat, type RepeatForm } from './series/repeat-form.rules.ts';

/** Unparsed fields of a ticket in the form. */
export interface TicketForm {
  /** ID; 0 for a new ticket. */
  id: number;
  kind: string;
  name: string;
  price: string;
  capacity: string;
  /** `own`, `shared` with other tickets of the event, or empty = unchanged. */
  places: string;
  opens: string;
  closes: string;
  description: string;
  /** Minimum and maximum number in one order. */
  minPerOrder: string;
  maxPerOrder: string;
  /** `box-office` = not sold to the public; otherwise `public`. */
  visibility: string;
  /** Position among the tickets, from 1; empty = last. */
  position: string;
}

/** Unparsed fields of an event in the form. */
export interface EventForm {
  title: string;
  description: string;
  startDay: string;
  startTime: string;
  endDay: string;
  endTime: string;
  allDay: boolean;
  timezone: string;
  /** ID of a venue, `new`, or empty. */
  venue: string;
  venueName: string;
  venueAddress: string;
  venueCity: string;
  /** Names, separated by commas. */
  categories: string;
  tags: string;
  /** ID of an organizer, `keep` for several that do not change, or empty. */
  organizer: string;
  organizerName: string;
  /** Alternative text of the image. */
  altText: string;
  /** ID of a library image; empty = none. */
  image: string;
  tickets: readonly TicketForm[];
  /** Total places of the tickets that share them. */
  sharedCapacity: string;
  repeat: RepeatForm;
  /** True to copy the discount codes to further dates. */
  copiesCodes: boolean;
  /** Events of the series to save: `one`, `following` or `all`. */
  scope: string;
  /** Hash of the stored values that the form was filled with; a random key for a new event. */
  version: string;
}

/** Parsed form. */
export interface ParsedForm {
  event: EventInput;
  tickets: readonly ParsedTicket[];
  /** Total places of the tickets that share them; null = not given. */
  sharedCapacity: number | null;
  /** Recurrence rule (RFC 5545); null = no repetition. */
  rule: string | null;
  /** True to copy the discount codes to further dates. */
  copiesCodes: boolean;
}

/** A new or changed ticket. */
export interface ParsedTicket {
  /** ID; 0 for a new ticket. */
  id: number;
  provider: 'rsvp' | 'tc';
  input: TicketInput;
  /** Number of places, or of shared places that the ticket may use; null = unlimited. */
  capacity: number | null;
  /** True if the ticket uses the places that tickets of the event share; null = unchanged. */
  isShared: boolean | null;
}

const TIME = /^\d{2}:\d{2}(:\d{2})?$/;

/** True if the fields of a new ticket are empty. */
const isBlank = ({ id, name, price, capacity, opens, closes, description, minPerOrder, maxPerOrder }: TicketForm): boolean =>
  id === 0 && [name, price, capacity, opens, closes, description, minPerOrder, maxPerOrder].every((text) => text.trim() === '');

/** Returns the name of a ticket's form field. */
export const buildTicketFieldName = (index: number, name: string): string => `ticket-${index}-${name}`;

/** Records the fault of a form field. */
type AddFault = (name: string, text: TextKey) => void;

function readMoment(day: string, time: string, name: string, allDay: boolean, addFault: AddFault): string | null {
  if (!isDay(day) || parseSaleBound(day, '') === null) {
    addFault(`${name}Day`, name === 'start' ? 'organize.fault.startDay' : 'organize.fault.endDay');
    return null;
  }
  if (!allDay && (!TIME.test(time) || parseSaleBound(day, time) === null)) {
    addFault(`${name}Time`, name === 'start' ? 'organize.fault.startTime' : 'organize.fault.endTime');
    return null;
  }
  return allDay ? `${day} 00:00:00` : `${day} ${time.slice(0, 5)}:00`;
}

/** Parses a date and time field: `2031-06-01T19:00`; empty = no bound. */
function readSaleBound(text: string): { day: string; time: string } | null {
  const [day = '', time = ''] = text.trim().split('T');
  return text.trim() === '' || (isDay(day) && (time === '' || TIME.test(time)) && parseSaleBound(day, time)) ? { day, time } : null;
}

/** Parses the minimum and maximum number in one order; empty = 1 and no limit. */
function readLimits(ticket: TicketForm, addTicketFault: AddFault): { minPerOrder: number; maxPerOrder: number | null } {
  const readLimit = (text: string, name: string): number | null => {
    const isNumber = /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 100;
    if (text.trim() !== '' && !isNumber) addTicketFault(name, 'organize.fault.perOrder');
    return isNumber ? Number(text) : null;
  };
  const [minPerOrder, maxPerOrder] = [readLimit(ticket.minPerOrder, 'least') ?? 1, readLimit(ticket.maxPerOrder, 'most')];
  if (maxPerOrder !== null && maxPerOrder < minPerOrder) addTicketFault('most', 'organize.fault.perOrderReversed');
  return { minPerOrder, maxPerOrder };
}

function readTicket(ticket: TicketForm, index: number, currency: string, addFault: AddFault): ParsedTicket {
  const addTicketFault: AddFault = (name, text) => addFault(buildTicketFieldName(index, name), text);
  const { id, name, price, capacity, description } = ticket;
  const provider = ticket.kind === 'rsvp' ? 'rsvp' : 'tc';
  if (name.trim() === '') addTicketFault('name', 'organize.fault.ticketName');
  const priceText = provider === 'tc' ? parseTypedPrice(price, currency) : '';
  if (priceText === null || parseDecimalPrice(priceText, currency) === null) addTicketFault('price', 'organize.fault.price');
  if (capacity.trim() !== '' && !/^\d{1,7}$/.test(capacity.trim())) addTicketFault('capacity', 'organize.fault.capacity');
  const limits = readLimits(ticket, addTicketFault);
  const [opens, closes] = [readSaleBound(ticket.opens), readSaleBound(ticket.closes)];
  if (!opens) addTicketFault('opens', 'organize.fault.moment');
  if (!closes) addTicketFault('closes', 'organize.fault.moment');
  if (opens && closes && opens.day !== '' && closes.day !== '' && ticket.closes < ticket.opens)
    addTicketFault('closes', 'organize.fault.saleReversed');
  return {
    id,
    provider,
    capacity: capacity.trim() === '' ? null : Number(capacity),
    isShared: ticket.places === '' || provider === 'rsvp' ? null : ticket.places === 'shared',
    input: {
      name,
      description,
      ...limits,
      ...(ticket.visibility !== '' && { status: ticket.visibility === 'box-office' ? 'private' : 'publish' }),
      ...(/^\d{1,3}$/.test(ticket.position.trim()) && { menuOrder: Number(ticket.position) - 1 }),
      price: priceText ?? '',
      startDate: opens?.day ?? '',
      startTime: opens?.time ?? '',
      endDate: closes?.day ?? '',
      endTime: closes?.time ?? '',
    },
  };
}

/** True if the form contains a new venue: typed fields take precedence over the selected venue. */
export const hasNewVenue = ({ venueName, venueAddress, venueCity }: EventForm): boolean =>
  [venueName, venueAddress, venueCity].some((text) => text.trim() !== '');

function readVenues(form: EventForm, addFault: AddFault): EventInput['venues'] {
  if (form.venue !== 'new' && !hasNewVenue(form)) return form.venue === '' ? [] : [{ id: Number(form.venue) }];
  if (form.venueName.trim() === '') addFault('venueName', 'organize.fault.venueName');
  return [{ draft: { title: form.venueName, address: form.venueAddress, city: form.venueCity, status: 'publish' } }];
}

/** Splits a field into unique names, separated by commas. */
const splitNames = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/** Returns the organizers: a typed name creates an organizer and takes precedence over the selected one. Undefined = unchanged. */
function readOrganizers({ organizer, organizerName }: EventForm): EventInput['organizers'] {
  if (organizerName.trim() !== '') return [{ draft: { title: organizerName, status: 'publish' } }];
  if (organizer === 'keep') return undefined;
  return organizer === '' ? [] : [{ id: Number(organizer) }];
}

/** Parses the shared places, which are required if a ticket shares places. */
function readSharedCapacity({ sharedCapacity }: EventForm, tickets: readonly ParsedTicket[], addFault: AddFault): number | null {
  const text = sharedCapacity.trim();
  if (text !== '' && !/^\d{1,7}$/.test(text)) addFault('sharedCapacity', 'organize.fault.capacity');
  if (text === '' && tickets.some(({ isShared }) => isShared)) addFault('sharedCapacity', 'organize.fault.sharedCapacity');
  return text === '' ? null : Number(text);
}

/** Parses a form. `faults` has the text of a fault for each invalid field. Venue, image and permissions are checked later. Pure. */
export function readForm(form: EventForm, currency: string): { parsed: ParsedForm; faults: ReadonlyMap<string, TextKey> } {
  const faults = new Map<string, TextKey>();
  const addFault: AddFault = (name, text) => void (faults.has(name) || faults.set(name, text));
  if (form.title.trim() === '') addFault('title', 'organize.fault.title');
  const start = readMoment(form.startDay, form.startTime, 'start', form.allDay, addFault);
  const end = readMoment(form.endDay, form.endTime, 'end', form.allDay, addFault);
  if (start !== null && end !== null && end < start) addFault('endDay', 'organize.fault.reversed');
  if (form.timezone !== '' && !isZone(form.timezone)) addFault('timezone', 'organize.fault.zone');
  const venues = readVenues(form, addFault);
  const tickets = form.tickets.flatMap((ticket, index) => (isBlank(ticket) ? [] : [readTicket(ticket, index, currency, addFault)]));
  const { title, description, allDay, timezone, image, startDay } = form;
  return {
    faults,
    parsed: {
      tickets,
      sharedCapacity: readSharedCapacity(form, tickets, addFault),
      rule: readRepeat(form.repeat, startDay, addFault),
      copiesCodes: form.copiesCodes,
      event: {
        title,
        description,
        start,
        end,
        allDay,
        timezone,
        venues,
        organizers: readOrganizers(form),
        categoryNames: splitNames(form.categories),
        tagNames: splitNames(form.tags),
        image: image === '' ? 0 : Number(image),
      },
    },
  };
}
