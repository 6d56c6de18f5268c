import { csv, type Field, filled, flag, integer, knownWordAs, memberList, members, positiveInteger, scalar, text, time, truthy, untyped, whole, wholeOrBlank } from '#app/rest/table.ts';
import { idText } from './parameters.ts';

/** Document 1, "Ticketing": parameters of `vendor/tickets/v1`; behavior: tickets.md. */

/** Undocumented parameters of all routes: the key that grants the rights of a manager, and the password of a protected post. */
export const authParams = { api_key: scalar(), password: scalar() };
const key = { api_key: scalar() };

const id = (description: string, required = true): Field => positiveInteger({ type: 'integer', required, description });
const ids = (description: string): Field => csv({ type: ['array', 'string'], items: { type: 'integer' }, ...csv.positive, description });
const objectIds = (description: string): Field => csv({ ...csv.positive, description });
const words = (description: string, fallback?: string): Field =>
  csv({ type: ['array', 'string'], description, ...(fallback !== undefined && { default: fallback, appliesDefault: false }) });
const moment = (description: string, type?: 'string'): Field => time({ ...(type && { type }), asText: true, description });
const bound = (description: string): Field => integer({ phase: 'A', onNull: 'absent', description });
const nonce = (description: string): Field => ({ ...filled({ description }), required: true });

const page = integer({ default: 1, minimum: 1, phase: 'A', description: 'Which page, from 1.' });
const perPage = integer({ default: 10, minimum: 1, maximum: 100, phase: 'A', description: 'Items of a page.' });
const offset = integer({ phase: 'A', description: 'Leave out so many before the first page.' });

export const listTickets = {
  page,
  per_page: perPage,
  search: filled({ description: 'Words that must all occur in title or description.' }),
  offset,
  order: text({ enum: ['ASC', 'DESC'], default: 'ASC', phase: 'A', description: 'The sort direction.' }),
  orderby: text({ enum: ['id', 'include', 'title', 'slug'], default: 'title', phase: 'A', description: 'What to order by.' }),
  is_available: flag({ phase: 'A', description: 'With places, or without.' }),
  provider: words('Of any of these providers; unknown names do not count.'),
  after: moment('Made at this moment or later; UTC.', 'string'),
  before: moment('Made at this moment or before; UTC.', 'string'),
  include: ids('Only these tickets.'),
  exclude: ids('Not these tickets.'),
  include_post: objectIds('Tickets of these posts, which must exist.'),
  exclude_post: objectIds('No tickets of these posts, which must exist.'),
  attendees_min: bound('At least so many attendees; for managers.'),
  attendees_max: bound('At most so many attendees; for managers.'),
  checkedin_min: bound('At least so many who have come; for managers.'),
  checkedin_max: bound('At most so many who have come; for managers.'),
  capacity_min: bound('At least so many places, or unlimited; for managers.'),
  capacity_max: bound('At most so many places; for managers.'),
  available_from: moment('Sale begins at this moment or later, or has no beginning; UTC.'),
  available_until: moment('Sale ends at this moment or before, or has no end; UTC.'),
  post_status: words('Status of the post; `any` for managers.', 'publish'),
  status: words('Status of the ticket; `any` for managers.', 'publish'),
  currency: csv({ type: ['array', 'string'], items: { type: 'string' }, description: 'Sold in one of these currencies, 3-letter codes.' }),
  attendee_information_available: flag({ phase: 'A', description: 'Has no effect: it needs an add-on that this service does not have.' }),
};

export const readTicket = { id: id('Id of the ticket.') };

/** The capacity of a ticket. */
const stock = members(
  {
    fields: {
      mode: knownWordAs({ own: 'OWN', global: 'GLOBAL', capped: 'CAPPED', '': 'UNLIMITED' }),
      capacity: whole(),
      event_capacity: whole(),
      not_going: truthy(),
      sale_price: members(
        { fields: { checked: truthy(), price: scalar(), start_date: scalar(), end_date: scalar() }, names: { checked: 'isEnabled', start_date: 'startDate', end_date: 'endDate' } },
      ),
    },
    names: { event_capacity: 'sharedCapacity', not_going: 'showNotGoing', sale_price: 'salePrice' },
    blanks: ['capacity', 'event_capacity'],
  },
  { description: 'Its places: `mode`, `capacity`, `event_capacity`, `not_going`, `sale_price`. Without the first three the places stay as they are. `stock` has no effect: it follows from `capacity` and the places taken.' },
);

const plain = (description: string, fallback = ''): Field => scalar({ default: fallback, description });
const description = plain('What it is good for; stored as plain text.');

const written = {
  name: plain('Its name.'),
  description,
  price: plain('A number that is not negative; blank = free.'),
  show_description: truthy({ type: 'string', default: 'yes', description: 'Whether forms show the description.' }),
  start_date: plain('First day of sale, on the clocks of the event\'s zone.'),
  start_time: plain('Time on that day; nothing without `start_date`.'),
  end_date: plain('Last day of sale.'),
  end_time: plain('Time on that day; nothing without `end_date`.'),
  sku: plain('Stock number.'),
  iac: plain('How each attendee is asked for.'),
  ticket: stock,
};
const order = { menu_order: whole() };

export const editTicket = { ...readTicket, post_id: id('The ticket\'s own post.'), edit_ticket_nonce: nonce('Nonce of the action `edit_ticket_nonce`.'), ...written };
export const undocumentedEditParams = { ...order, ...key };

/** The description is the only published field of a new ticket. */
export const createTicket = { description };
const { description: _published, ...unpublished } = written;
export const undocumentedCreateParams = {
  post_id: wholeOrBlank({ default: 0 }), add_ticket_nonce: scalar(), provider: scalar(), ...unpublished, ...order, ...key,
};

export const deleteTicket = { ...readTicket, post_id: id('The ticket\'s own post.'), remove_ticket_nonce: nonce('Nonce of the action `remove_ticket_nonce`.') };

export const listAttendees = {
  page,
  per_page: perPage,
  provider: csv({ type: 'string', description: 'Of any of these providers.' }),
  search: filled({ description: 'Words that must all occur in the name or the number of the order.' }),
  offset,
  order: text({ enum: ['ASC', 'DESC'], phase: 'A', description: 'The sort direction.' }),
  orderby: text({ enum: ['id', 'date', 'include', 'title', 'slug'], default: 'id', phase: 'A', description: 'What to order by.' }),
  post_id: id('Attendees of this post, which must exist.', false),
  ticket_id: id('Attendees of this ticket, which must exist.', false),
  after: moment('Registered at this moment or later; UTC.'),
  before: moment('Registered at this moment or before; UTC.'),
  include: ids('Only these attendees.'),
  exclude: ids('Not these attendees.'),
  price_max: bound('Paid at most so much.'),
  price_min: bound('Paid at least so much.'),
  include_post: objectIds('Attendees of these posts, which must exist.'),
  exclude_post: objectIds('No attendees of these posts, which must exist.'),
  include_ticket: objectIds('Attendees of these tickets, which must exist.'),
  exclude_ticket: objectIds('No attendees of these tickets, which must exist.'),
  post_status: words('Status of the post; public ones, `any` for managers.'),
  status: words('Status of the attendee; public ones, `any` for managers.'),
  order_status: words('Status of the order, or `public`, `private`, `any`; public ones, `any` for managers.'),
  checkedin: flag({ phase: 'A', description: 'Who has come, or who has not.' }),
  rsvp_going_status: words('`yes`, `no`: of those who answered an RSVP.'),
  attendee_information_available: flag({ phase: 'A', description: 'Who answered further questions, or who did not.' }),
  name: text({ phase: 'A', onNull: 'absent', description: 'Part of the name.' }),
  email: text({ phase: 'A', onNull: 'absent', description: 'Part of the address.' }),
};
export const undocumentedListParams = { order_id: wholeOrBlank(), ...authParams };

export const readAttendee = { id: id('Id of the attendee.') };

export const createAttendee = {
  ticket_id: id('Ticket for which someone is registered.'),
  full_name: text({ required: true, phase: 'A', description: 'Full name.' }),
  email: text({ required: true, phase: 'A', format: 'email', description: 'Address.' }),
  attendee_status: text({ phase: 'A', onNull: 'absent', description: 'One of the statuses of the ticket\'s provider.' }),
  check_in: flag({ phase: 'A', onNull: 'absent', description: 'Whether they are here already.' }),
};
const optional = { optout: truthy(), attendee_meta: untyped({ onNull: 'absent' }), send_ticket_email: truthy(), ...key };
export const undocumentedRegisterParams = optional;

export const editAttendee = { ...readAttendee, check_in: flag({ phase: 'A', onNull: 'absent', description: 'True lets them in, once; false takes that back.' }) };
export const undocumentedChangeParams = {
  full_name: scalar(), email: text({ phase: 'A', onNull: 'absent', format: 'email' }), attendee_status: text({ phase: 'A', onNull: 'absent' }), ...optional,
};

export const readCart = {
  provider: words('Only lines of these providers; all unless given.'),
  post_id: id('The post the visitor comes from; it must sell something.', false),
};

const line = {
  fields: { ticket_id: whole({ default: 0 }), quantity: whole({ default: 0 }), optout: truthy(), iac: scalar(), provider: scalar() },
  names: { ticket_id: 'ticketId', optout: 'isOptedOut', iac: 'attendeeCollection' },
};
const answers = { fields: { ticket_id: whole({ default: 0 }), provider: scalar(), items: untyped() }, names: { ticket_id: 'ticketId' } };

export const editCart = {
  provider: text({ required: true, phase: 'A', description: 'Provider of the cart.' }),
  tickets: memberList(line, { default: null, description: 'Tickets with their quantity.' }),
  meta: memberList(answers, { default: null, description: 'What is said about attendees, per ticket.' }),
  post_id: id('The post the visitor comes from; it must sell something.', false),
};

export const readCheckIn = { id: id('Id of the ticket or attendee.') };

export const scan = {
  api_key: text({ required: true, phase: 'A', description: 'Key of the check-in app.' }),
  ticket_id: idText({ required: true, description: 'Id of the attendee.' }),
  security_code: { ...filled({ description: 'Code of the ticket.' }), required: true },
};
/** The event at whose entrance the ticket is checked in. */
export const checkInParams = { event_id: scalar() };
