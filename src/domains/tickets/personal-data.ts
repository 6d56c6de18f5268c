import { ANONYMOUS, nothing, ofPeople, type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

const BY_ADDRESS = 'lower(t.email) = $1';
const OF_ATTENDEE = 't.attendee_id IN (SELECT id FROM attendee WHERE lower(email) = $1)';

/**
 * Places, orders and sums remain, without personal data; the code of a ticket still admits its holder. An attendee belongs to the attendee's own
 * address, not to the payer's. Erased waiting list entries get no further offers.
 */
export const ticketData: PersonalData = {
  offline_scan: ofPeople({ label: 'Scans at the door', about: OF_ATTENDEE }),
  cart_meta: ofPeople({ label: 'Data of attendees in carts', about: 't.items::text ~* $3', erase: 'delete' }),
  waiting_entry: ofPeople({
    label: 'Waiting lists',
    about: BY_ADDRESS,
    without: ['key_hash', 'email_text'],
    erase: { full_name: `'${ANONYMOUS}'`, status: "CASE WHEN t.status = 'waiting' THEN 'left' ELSE t.status END" },
  }),
  attendee_message: texts('Messages of organizers to attendees'),
  attendee: ofPeople({
    label: 'Attendees',
    about: BY_ADDRESS,
    without: ['search_text', 'email_text', 'sort_title', 'request_key'],
    erase: {
      full_name: `'${ANONYMOUS}'`,
      extra: "'{}'::jsonb",
      sort_title: `lower('${ANONYMOUS}')`,
      search_text: `lower('${ANONYMOUS}') || COALESCE(' ' || t.order_id, '')`,
    },
  }),
  ticket_order: ofPeople({
    label: 'Orders',
    about: 'lower(t.purchaser_email) = $1 OR t.purchaser_user_id = ANY($2::int[])',
    erase: { purchaser_name: `'${ANONYMOUS}'` },
  }),
  receipt: ofPeople({
    label: 'Receipts',
    about: `t.order_id IN (SELECT o.id FROM ticket_order o WHERE lower(o.purchaser_email) = $1 OR o.purchaser_user_id = ANY($2::int[]))`,
    erase: { buyer_name: `'${ANONYMOUS}'` },
  }),
  receipt_series: nothing('last number of each kind of receipt'),
  ticket: texts('Tickets'),
  ticket_order_item: nothing('tickets of orders'),
  ticket_order_status_log: nothing('times at which the status of an order changed'),
  cart: nothing('random hash in the cookie of a browser'),
  cart_item: nothing('tickets in carts'),
  ticket_hold: nothing('keyed hashes, for minutes'),
  ticket_hold_item: nothing('numbers of held places'),
  ticket_scans: nothing('number of scans'),
  ticket_watch: nothing('posts whose changes are reported, without the subscribers'),
  post_stock: nothing('number of places of a post'),
};
