import type { PublishedDocument } from '#app/rest/table.ts';

const ticket = ['tickets', 'items'] as const;
const attendee = ['attendees', 'items'] as const;

/** The response of `GET /doc` (docs/behaviour/tickets.md 8), with the routes that write tickets and the check-in. */
export const document: PublishedDocument = {
  openapi: '3.0.0',
  info: { version: '1.0.0', title: 'Tickets REST API', description: 'Reads and writes tickets, attendees and carts, and checks attendees in.' },
  serverSuffix: '/',
  tags: [
    { name: 'Documentation', description: 'The OpenAPI document of this API.' },
    { name: 'Tickets', description: 'Tickets and RSVPs of events.' },
    { name: 'Attendees', description: 'Attendees of events.' },
    { name: 'Cart', description: 'Cart of the visitor.' },
    { name: 'QR', description: 'Check-in of attendees with QR codes.' },
  ],
  operations: {
    'GET /tickets/{id}': 'getTicket',
    'POST /tickets/{id}': 'updateTicket',
    'DELETE /tickets/{id}': 'deleteTicket',
    'GET /tickets': 'getTickets',
    'POST /tickets': 'createTicket',
    'GET /attendees/{id}': 'getAttendee',
    'POST /attendees/{id}': 'updateAttendee',
    'GET /attendees': 'getAttendees',
    'POST /attendees': 'createAttendee',
    'GET /cart': 'getCart',
    'POST /cart': 'updateCart',
    'GET /qr/{id}': 'getCheckIn',
    'GET /qr': 'checkIn',
    'GET /doc': 'getDocumentation',
  },
  schemas: {
    ImageSize: { route: 'GET /tickets', at: [...ticket, 'image', 'sizes', 'additionalProperties'] },
    Image: { route: 'GET /tickets', at: [...ticket, 'image'] },
    DateDetails: { route: 'GET /tickets', at: [...ticket, 'available_from_details'] },
    CostDetails: { route: 'GET /tickets', at: [...ticket, 'cost_details'] },
    CapacityDetails: { route: 'GET /tickets', at: [...ticket, 'capacity_details'] },
    CheckinDetails: { route: 'GET /attendees', at: [...attendee, 'checkin_details'] },
    PaymentDetails: { route: 'GET /attendees', at: [...attendee, 'payment'] },
    RSVPReport: { route: 'GET /tickets', at: [...ticket, 'rsvp'] },
    CheckinReport: { route: 'GET /tickets', at: [...ticket, 'checkin'] },
    Ticket: { route: 'GET /tickets', at: ticket },
    Attendee: { route: 'GET /attendees', at: attendee },
    QR: { route: 'GET /qr' },
  },  security: 'BasicAuth',
};
