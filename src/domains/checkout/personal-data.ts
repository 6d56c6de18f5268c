import { ANONYMOUS, noPersonalData, rowsOfPeople, type PersonalData } from '#app/core/personal-data/declaration.ts';

/**
 * Personal data of checkouts. An erasure keeps purchases and removes the buyer's data. Guests are stored here only until the checkout is completed.
 */
export const checkoutData: PersonalData = {
  checkout: rowsOfPeople({
    label: 'Checkouts',
    about: 'lower(t.buyer_email) = $1 OR t.guests::text ~* $3',
    without: ['key_hash'],
    erase: { buyer_name: `'${ANONYMOUS}'`, guests: "'[]'::jsonb", answers: "'{}'::jsonb" },
  }),
  payment: noPersonalData('amount that was paid for an order, with the ID at its provider'),
  refund: rowsOfPeople({
    label: 'Refunds',
    about: `t.payment_id IN (SELECT p.id FROM payment p JOIN ticket_order o ON o.id = p.order_id WHERE lower(o.purchaser_email) = $1)`,
    erase: { note: "''" },
  }),
  payment_notice: noPersonalData('IDs of the messages of payment providers that were processed'),
  checkout_line: noPersonalData('tickets, quantities and prices'),
  buyer_question: noPersonalData('questions of organizers to buyers'),
  discount_code: noPersonalData('codes that reduce the prices of tickets'),
};
