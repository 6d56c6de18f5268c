import { engine, item, namespace, page, value } from '#app/rest/table.ts';
import {
  undocumentedChangeParams, undocumentedCreateParams, undocumentedEditParams, undocumentedListParams, undocumentedRegisterParams, authParams, createAttendee, createTicket, deleteTicket, editAttendee, editCart, editTicket, checkInParams,
  listAttendees, listTickets, readAttendee, readCart, readCheckIn, readTicket, scan,
} from './fields.ts';
import { document } from './document.ts';
import { failures } from './failures.ts';

const totals = ['X-ET-TOTAL', 'X-ET-TOTAL-PAGES'] as const;
const pageUrls = { neighbors: false, raw: true };

/** Nonces for the forms of editors. Other callers receive none. */
const nonces = { 'X-ET-Add-Ticket-Nonce': '{nonces.add}', 'X-ET-Edit-Ticket-Nonce': '{nonces.edit}', 'X-ET-Remove-Ticket-Nonce': '{nonces.remove}' };

/** Published REST interface (document 1), "Ticketing"; behavior: docs/behaviour/tickets.md. */
export default namespace('vendor/tickets/v1', [
  // methods  path                parameters      runs                       response                                      options
  ['GET',     '/doc',             {},             engine('document', document),   value()],
  ['GET',     '/tickets/{id}',    readTicket,     'ticketsV1Ticket',         item(),                                       { undocumentedParams: authParams, headers: nonces, title: 'ticket' }],
  ['EDIT',    '/tickets/{id}',    editTicket,     'ticketsV1UpdateTicket',   item(),                                       { undocumentedParams: undocumentedEditParams, status: 202, example: { post_id: 1, edit_ticket_nonce: '0123456789', name: 'Early bird', price: '15' } }],
  ['DELETE',  '/tickets/{id}',    deleteTicket,   'ticketsV1DeleteTicket',   value({ at: ['isDeleted'] }),                 { undocumentedParams: authParams, status: 202, example: { post_id: 1, remove_ticket_nonce: '0123456789' } }],
  ['GET',     '/tickets',         listTickets,    'ticketsV1Tickets',        page('tickets', { headers: totals, pageUrls }),   { undocumentedParams: authParams, headers: nonces, title: 'ticket' }],
  ['POST',    '/tickets',         createTicket,   'ticketsV1CreateTicket',   item(),                                       { undocumentedParams: undocumentedCreateParams, status: 202, example: { post_id: 1, provider: 'tc', add_ticket_nonce: '0123456789' } }],
  ['GET',     '/attendees/{id}',  readAttendee,   'ticketsV1Attendee',       item(),                                       { undocumentedParams: authParams, title: 'attendee', cachesResponses: false }],
  ['EDIT',    '/attendees/{id}',  editAttendee,   'ticketsV1UpdateAttendee', item(),                                       { undocumentedParams: undocumentedChangeParams, status: 201 }],
  ['POST',    '/attendees',       createAttendee, 'ticketsV1CreateAttendee', item(),                                       { undocumentedParams: undocumentedRegisterParams, status: 201, example: { ticket_id: 1, full_name: 'Ann Guest', email: 'ann@example.org' } }],
  ['GET',     '/attendees',       listAttendees,  'ticketsV1Attendees',      page('attendees', { headers: totals, pageUrls }), { undocumentedParams: undocumentedListParams, title: 'attendee', cachesResponses: false }],
  ['GET',     '/cart',            readCart,       'ticketsV1Cart',           item(),                                       { cachesResponses: false }],
  ['EDIT',    '/cart',            editCart,       'ticketsV1ChangeCart',     item(),                                       { example: { provider: 'tc', tickets: [] } }],
  ['GET',     '/qr/{id}',         readCheckIn,    'ticketsV1CheckInState',   item(),                                       { undocumentedParams: authParams, cachesResponses: false }],
  ['GET',     '/qr',              scan,           'ticketsV1Scan',           item(),                                       {
    undocumentedParams: checkInParams, headers: { 'Cache-Control': 'no-store' }, status: { by: '_outcome', statuses: { checked_in: 201, key_not_valid: 400 }, fallback: 403 },
  }],
], {
  failures, segments: { id: '\\d+' },
  inputMembers: {
    iac: 'attendeeCollection', ticket: 'stock', attendee_status: 'status', check_in: 'isCheckedIn', optout: 'isOptedOut',
    attendee_meta: 'extra',
  },
});
