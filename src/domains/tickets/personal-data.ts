import { ANONYMOUS, noPersonalData, rowsOfPeople, type PersonalData, mentioningTexts } from '#app/core/personal-data/declaration.ts';

const BY_EMAIL = 'lower(t.email) = $1';
const OF_ATTENDEE = 't.attendee_id IN (SELECT id FROM attendee WHERE lower(email) = $1)';

/**
 * Personal data of ticketing. After an erasure, places, orders and amounts remain without personal data, and the code of a ticket still admits its
 * holder. An attendee belongs to the person with the attendee's own email address, not to the payer. Erased waiting list entries get no further
 * offers.
 */
export const ticketData: PersonalData = {
  offline_scan: rowsOfPeople({ label: 'Scans at the door', about: OF_ATTENDEE }),
  cart_meta: rowsOfPeople({ label: 'Data of attendees in carts', about: 't.items::text ~* $3', erase: 'delete' }),
  waiting_entry: rowsOfPeople({
    label: 'Waiting lists',
    about: BY_EMAIL,
    without: ['key_hash', 'email_text'],
    erase: { full_name: `'${ANONYMOUS}'`, status: "CASE WHEN t.status = 'waiting' THEN 'left' ELSE t.status END" },
  }),
  attendee_message: mentioningTexts('Messages of organizers to attendees'),
  attendee: rowsOfPeople({
    label: 'Attendees',
    about: BY_EMAIL,
    without: ['search_text', 'email_text', 'sort_title', 'request_key'],
    erase: {
      full_name: `'${ANONYMOUS}'`,
      extra: "'{}'::jsonb",
      sort_title: `lower('${ANONYMOUS}')`,
      search_text: `lower('${ANONYMOUS}') || COALESCE(' ' || t.order_id, '')`,
    },
  }),
  ticket_order: rowsOfPeople({
    label: 'Orders',
    about: 'lower(t.purchaser_email) = $1 OR t.purchaser_user_id = ANY($2::int[])',
    erase: { purchaser_name: `'${ANONYMOUS}'` },
  }),
  receipt: rowsOfPeople({
    label: 'Receipts',
    about: `t.order_id IN (SELECT o.id FROM ticket_order o WHERE lower(o.purchaser_email) = $1 OR o.purchaser_user_id = ANY($2::int[]))`,
    erase: { buyer_name: `'${ANONYMOUS}'` },
  }),
  receipt_series: noPersonalData('last number of each kind of receipt'),
  ticket: mentioningTexts('Tickets'),
  ticket_order_item: noPersonalData('tickets of orders'),
  ticket_order_status_log: noPersonalData('times at which the status of an order changed'),
  cart: noPersonalData('random hash in the cookie of a browser'),
  cart_item: noPersonalData('tickets in carts'),
  ticket_hold: noPersonalData('keyed hashes, for minutes'),
  ticket_hold_item: noPersonalData('numbers of held places'),
  ticket_scans: noPersonalData('number of scans'),
  ticket_watch: noPersonalData('posts whose changes are reported, without the subscribers'),
  post_stock: noPersonalData('number of places of a post'),
};
