import { csv, type Field, filled, flag, integer, memberList, members, positiveInteger, scalar, text, time, truthy, untyped, whole, wholeOrBlank } from '#app/rest/table.ts';
import { idText, stockMode } from './parameters.ts';

/** Published REST interface (document 1), "Ticketing": parameters of `vendor/tickets/v1`; behavior: docs/behaviour/tickets.md. */

/** Undocumented parameters of all routes: the API key that grants the rights of a manager, and the password of a protected post. */
export const authParams = { api_key: scalar(), password: scalar() };
const key = { api_key: scalar() };

const id = (description: string, required = true): Field => positiveInteger({ type: 'integer', required, description });
const ids = (description: string): Field => csv({ type: ['array', 'string'], items: { type: 'integer' }, ...csv.positive, description });
const objectIds = (description: string): Field => csv({ ...csv.positive, description });
const words = (description: string, fallback?: string): Field =>
  csv({ type: ['array', 'string'], description, ...(fallback !== undefined && { default: fallback, appliesDefault: false }) });
const moment = (description: string, type?: 'string'): Field => time({ ...(type && { type }), asText: true, description });
const bound = (description: string): Field => integer({ phase: 'early', onNull: 'absent', description });
const nonce = (description: string): Field => ({ ...filled({ description }), required: true });

const page = integer({ default: 1, minimum: 1, phase: 'early', description: 'Page number, starting at 1.' });
const perPage = integer({ default: 10, minimum: 1, maximum: 100, phase: 'early', description: 'Number of items per page.' });
const offset = integer({ phase: 'early', description: 'Number of items to skip before the first page.' });

export const listTickets = {
  page,
  per_page: perPage,
  search: filled({ description: 'Search text. All words must occur in the title or description.' }),
  offset,
  order: text({ enum: ['ASC', 'DESC'], default: 'ASC', phase: 'early', description: 'Sort order: ascending or descending.' }),
  orderby: text({ enum: ['id', 'include', 'title', 'slug'], default: 'title', phase: 'early', description: 'Field to sort by.' }),
  is_available: flag({ phase: 'early', description: 'True returns only tickets that are available, false only tickets that are not.' }),
  provider: words('Returns only tickets of these providers. Unknown names are ignored.'),
  after: moment('Returns only tickets created at this time or later (UTC).', 'string'),
  before: moment('Returns only tickets created at this time or earlier (UTC).', 'string'),
  include: ids('Returns only tickets with these IDs.'),
  exclude: ids('Excludes tickets with these IDs.'),
  include_post: objectIds('Returns only tickets of posts with these IDs. The posts must exist.'),
  exclude_post: objectIds('Excludes tickets of posts with these IDs. The posts must exist.'),
  attendees_min: bound('Minimum number of attendees. Managers only; ignored for others.'),
  attendees_max: bound('Maximum number of attendees. Managers only; ignored for others.'),
  checkedin_min: bound('Minimum number of checked-in attendees. Managers only; ignored for others.'),
  checkedin_max: bound('Maximum number of checked-in attendees. Managers only; ignored for others.'),
  capacity_min: bound('Minimum capacity. Without `capacity_max`, also returns unlimited tickets. Managers only; ignored for others.'),
  capacity_max: bound('Maximum capacity. Managers only; ignored for others.'),
  available_from: moment('Returns only tickets whose sale starts at this time or later (UTC), or has no start.'),
  available_until: moment('Returns only tickets whose sale ends at this time or earlier (UTC), or has no end.'),
  post_status: words('Status of the post. `any` is only for managers.', 'publish'),
  status: words('Status of the ticket. `any` is only for managers.', 'publish'),
  currency: csv({ type: ['array', 'string'], items: { type: 'string' }, description: 'Returns only tickets sold in one of these currencies (3-letter codes).' }),
  attendee_information_available: flag({ phase: 'early', description: 'Has no effect. It requires an add-on that this service does not provide.' }),
};

export const readTicket = { id: id('ID of the ticket.') };

/** The capacity and sale price of a ticket. */
const stock = members(
  {
    fields: {
      mode: stockMode(),
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
  { description: 'Capacity and sale price: `mode`, `capacity`, `event_capacity`, `not_going`, `sale_price`. Without the first three, the capacity stays unchanged. `stock` has no effect: it is computed from `capacity` and the tickets taken.' },
);

const plain = (description: string, fallback = ''): Field => scalar({ default: fallback, description });
const description = plain('Description of the ticket. Stored as plain text.');

const ticketFields = {
  name: plain('Name of the ticket.'),
  description,
  price: plain('Price as a non-negative number. Blank means free.'),
  show_description: truthy({ type: 'string', default: 'yes', description: 'Whether ticket forms show the description.' }),
  start_date: plain('First day of sale, in the time zone of the event.'),
  start_time: plain('Time at which the sale starts. Ignored without `start_date`.'),
  end_date: plain('Last day of sale, in the time zone of the event.'),
  end_time: plain('Time at which the sale ends. Ignored without `end_date`.'),
  sku: plain('SKU (stock keeping unit) of the ticket.'),
  iac: plain('Mode in which data of individual attendees is collected, such as `none`.'),
  ticket: stock,
};
const order = { menu_order: whole() };

export const editTicket = { ...readTicket, post_id: id('ID of the post to which the ticket belongs.'), edit_ticket_nonce: nonce('Nonce for the action `edit_ticket_nonce`.'), ...ticketFields };
export const undocumentedEditParams = { ...order, ...key };

/** The description is the only published field of a new ticket. */
export const createTicket = { description };
const { description: _published, ...unpublished } = ticketFields;
export const undocumentedCreateParams = {
  post_id: wholeOrBlank({ default: 0 }), add_ticket_nonce: scalar(), provider: scalar(), ...unpublished, ...order, ...key,
};

export const deleteTicket = { ...readTicket, post_id: id('ID of the post to which the ticket belongs.'), remove_ticket_nonce: nonce('Nonce for the action `remove_ticket_nonce`.') };

export const listAttendees = {
  page,
  per_page: perPage,
  provider: csv({ type: 'string', description: 'Returns only attendees of these providers.' }),
  search: filled({ description: 'Search text. All words must occur in the name or the order number.' }),
  offset,
  order: text({ enum: ['ASC', 'DESC'], phase: 'early', description: 'Sort order: ascending or descending.' }),
  orderby: text({ enum: ['id', 'date', 'include', 'title', 'slug'], default: 'id', phase: 'early', description: 'Field to sort by.' }),
  post_id: id('Returns only attendees of the post with this ID. The post must exist.', false),
  ticket_id: id('Returns only attendees of the ticket with this ID. The ticket must exist.', false),
  after: moment('Returns only attendees registered at this time or later (UTC).'),
  before: moment('Returns only attendees registered at this time or earlier (UTC).'),
  include: ids('Returns only attendees with these IDs.'),
  exclude: ids('Excludes attendees with these IDs.'),
  price_max: bound('Maximum price paid. Managers only; ignored for others.'),
  price_min: bound('Minimum price paid. Managers only; ignored for others.'),
  include_post: objectIds('Returns only attendees of posts with these IDs. The posts must exist.'),
  exclude_post: objectIds('Excludes attendees of posts with these IDs. The posts must exist.'),
  include_ticket: objectIds('Returns only attendees of tickets with these IDs. The tickets must exist.'),
  exclude_ticket: objectIds('Excludes attendees of tickets with these IDs. The tickets must exist.'),
  post_status: words('Status of the post: a public status. `any` is only for managers.'),
  status: words('Status of the attendee: a public status. `any` is only for managers.'),
  order_status: words('Status of the order, or `public`, `private` or `any`. Non-public values are only for managers.'),
  checkedin: flag({ phase: 'early', description: 'True returns only attendees who are checked in, false only others. Managers only; ignored for others.' }),
  rsvp_going_status: words('RSVP response: `yes` or `no`. Filters only attendees of RSVPs; others stay in the list.'),
  attendee_information_available: flag({ phase: 'early', description: 'True returns only attendees with answers to additional fields, false only others. Managers only; ignored for others.' }),
  name: text({ phase: 'early', onNull: 'absent', description: 'Returns only attendees whose name contains this text.' }),
  email: text({ phase: 'early', onNull: 'absent', description: 'Returns only attendees whose email address contains this text. Managers only; ignored for others.' }),
};
export const undocumentedListParams = { order_id: wholeOrBlank(), ...authParams };

export const readAttendee = { id: id('ID of the attendee.') };

export const createAttendee = {
  ticket_id: id('ID of the ticket.'),
  full_name: text({ required: true, phase: 'early', description: 'Full name of the attendee.' }),
  email: text({ required: true, phase: 'early', format: 'email', description: 'Email address of the attendee.' }),
  attendee_status: text({ phase: 'early', onNull: 'absent', description: 'Status of the attendee. Must be a status of the ticket provider.' }),
  check_in: flag({ phase: 'early', onNull: 'absent', description: 'Whether the attendee is already checked in.' }),
};
const optional = { optout: truthy(), attendee_meta: untyped({ onNull: 'absent' }), send_ticket_email: truthy(), ...key };
export const undocumentedRegisterParams = optional;

export const editAttendee = { ...readAttendee, check_in: flag({ phase: 'early', onNull: 'absent', description: 'True checks the attendee in, once. False undoes the check-in.' }) };
export const undocumentedChangeParams = {
  full_name: scalar(), email: text({ phase: 'early', onNull: 'absent', format: 'email' }), attendee_status: text({ phase: 'early', onNull: 'absent' }), ...optional,
};

export const readCart = {
  provider: words('Returns only cart items of these providers. If omitted, all items.'),
  post_id: id('ID of the post from which the visitor comes. It must have tickets.', false),
};

const line = {
  fields: { ticket_id: whole({ default: 0 }), quantity: whole({ default: 0 }), optout: truthy(), iac: scalar(), provider: scalar() },
  names: { ticket_id: 'ticketId', optout: 'isOptedOut', iac: 'attendeeCollection' },
};
const answers = { fields: { ticket_id: whole({ default: 0 }), provider: scalar(), items: untyped() }, names: { ticket_id: 'ticketId' } };

export const editCart = {
  provider: text({ required: true, phase: 'early', description: 'Ticket provider of the cart.' }),
  tickets: memberList(line, { default: null, description: 'Tickets and their quantities.' }),
  meta: memberList(answers, { default: null, description: 'Attendee data for each ticket.' }),
  post_id: id('ID of the post from which the visitor comes. It must have tickets.', false),
};

export const readCheckIn = { id: id('ID of the ticket or attendee.') };

export const scan = {
  api_key: text({ required: true, phase: 'early', description: 'API key of the check-in app.' }),
  ticket_id: idText({ required: true, description: 'ID of the attendee.' }),
  security_code: { ...filled({ description: 'Security code of the ticket.' }), required: true },
};
/** Undocumented parameter of the check-in: ID of the event at whose entrance the ticket is scanned. */
export const checkInParams = { event_id: scalar() };
