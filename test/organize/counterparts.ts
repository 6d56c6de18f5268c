/** IDs of an event and of one object of each type that belongs to it. */
export interface EventObjects {
  event: number;
  ticket: number;
  order: number;
  attendee: number;
  entry: number;
  code: number;
}

/** A page or form, and its counterpart in GraphQL. */
interface PageOperation {
  /** Form fields in addition to the nonce. Absent if the page only shows data. */
  form?: (objects: EventObjects) => Record<string, string | number>;
  /** GraphQL documents that do the same. */
  graphql: (objects: EventObjects) => string[];
}

const message = 'message: { subject: "S", body: "B" }';

/** Buttons on the pages of an event by name, with their page. */
export const buttons: Readonly<
  Record<string, { page: string; id: keyof EventObjects; graphql: (id: number, objects: EventObjects) => string }>
> = {
  settle: { page: '/orders', id: 'order', graphql: (id) => `mutation { markOrderPaid(id: ${id}) { __typename } }` },
  'resend-order': { page: '/orders', id: 'order', graphql: (id) => `mutation { resendOrder(id: ${id}) { __typename } }` },
  refund: { page: '/orders', id: 'order', graphql: (id) => `mutation { refundOrder(id: ${id}, amount: "1") { __typename } }` },
  refunded: { page: '/orders', id: 'order', graphql: (id) => `mutation { recordManualRefund(id: ${id}, amount: "1") { __typename } }` },
  rename: {
    page: '/attendees',
    id: 'attendee',
    graphql: (id) => `mutation { renameAttendee(id: ${id}, fullName: "Bo", email: "bo@example.org") { __typename } }`,
  },
  resend: { page: '/attendees', id: 'attendee', graphql: (id) => `mutation { resendTicket(id: ${id}) { __typename } }` },
  undo: { page: '/attendees', id: 'attendee', graphql: (id) => `mutation { undoAttendance(id: ${id}) { __typename } }` },
  offer: { page: '/waiting', id: 'entry', graphql: (id) => `mutation { offerToWaitingEntry(id: ${id}) { __typename } }` },
  'resend-offer': { page: '/waiting', id: 'entry', graphql: (id) => `mutation { resendWaitingOffer(id: ${id}) { __typename } }` },
  close: {
    page: '',
    id: 'ticket',
    graphql: (id, { event }) =>
      `mutation { updateTicket(id: ${id}, postId: ${event}, keepsOmitted: true, ticket: { endDate: "2020-01-01" }) { __typename } }`,
  },
  open: {
    page: '',
    id: 'ticket',
    graphql: (id, { event }) =>
      `mutation { updateTicket(id: ${id}, postId: ${event}, keepsOmitted: true, ticket: { endDate: "" }) { __typename } }`,
  },
  'duplicate-ticket': {
    page: '',
    id: 'ticket',
    graphql: (id, { event }) => `mutation { duplicateTicket(eventId: ${event}, id: ${id}, name: "Copy") { __typename } }`,
  },
  'extend-series': {
    page: '',
    id: 'event',
    graphql: (id) => `mutation { extendEventSeries(eventId: ${id}, until: "2031-06-04") { __typename } }`,
  },
  duplicate: { page: '', id: 'event', graphql: (id) => `mutation { duplicateEvent(eventId: ${id}, title: "Copy") { __typename } }` },
  cancel: { page: '/attendees', id: 'attendee', graphql: (id) => `mutation { cancelAttendeeForBuyer(id: ${id}) { __typename } }` },
  'cancel-order': { page: '/orders', id: 'order', graphql: (id) => `mutation { cancelOrderForBuyer(id: ${id}) { __typename } }` },
  'remove-waiting': { page: '/waiting', id: 'entry', graphql: (id) => `mutation { removeWaitingEntry(id: ${id}) { __typename } }` },
  'remove-ticket': {
    page: '',
    id: 'ticket',
    graphql: (id, { event }) => `mutation { deleteTicket(id: ${id}, postId: ${event}) { __typename } }`,
  },
};

/** Forms and lists of an event, by method and end of their path. */
export const pagesOfEvent: Readonly<Record<string, PageOperation>> = {
  'GET ': { graphql: ({ event }) => [`{ event(by: { databaseId: ${event} }) { sales { sold days { day tickets } } } }`] },
  'GET /orders': { graphql: ({ event }) => [`{ ordersOfEvent(eventId: ${event}) { total } }`] },
  'GET /attendees': { graphql: ({ event }) => [`{ attendeesOfEvent(eventId: ${event}) { total } }`] },
  'GET /waiting': { graphql: ({ event }) => [`{ waitingListOfEvent(eventId: ${event}) { total } }`] },
  'GET /box-office': { graphql: ({ event }) => [`{ ordersOfEvent(eventId: ${event}) { total } }`] },
  'POST /box-office': {
    form: ({ ticket }) => ({ [`quantity-${ticket}`]: 1, fullName: 'Bo', email: '', paid: '1' }),
    graphql: ({ event, ticket }) => [
      `mutation { sellAtBoxOffice(eventId: ${event}, fullName: "Bo", lines: [{ ticketId: ${ticket}, quantity: 1 }]) { __typename } }`,
    ],
  },
  'GET /message': { graphql: ({ event }) => [`{ attendeeMessagesOfEvent(eventId: ${event}) { subject } }`] },
  'POST /message': {
    form: () => ({ subject: 'S', body: 'B', do: 'preview' }),
    graphql: ({ event }) => [
      `{ attendeeMessagePreview(eventId: ${event}, ${message}) { text } }`,
      `mutation { sendAttendeeMessage(eventId: ${event}, ${message}, requestKey: "0123456789abcdef${event}") { __typename } }`,
    ],
  },
  'GET /questions': { graphql: ({ event }) => [`{ checkoutForm(eventId: ${event}) { terms } }`] },
  'POST /questions': {
    form: () => ({ questions: 0, terms: 'Be kind.' }),
    graphql: ({ event }) => [`mutation { updateCheckoutForm(eventId: ${event}, terms: "Be kind.") { __typename } }`],
  },
  'GET /discounts': { graphql: ({ event }) => [`{ discountCodesOfEvent(eventId: ${event}) { code } }`] },
  'GET /discounts/new': { graphql: ({ event }) => [`{ discountCodesOfEvent(eventId: ${event}) { code } }`] },
  'POST /discounts/new': {
    form: () => ({ code: 'NEW', kind: 'percent', value: '10', isActive: '1' }),
    graphql: ({ event }) => [`mutation { createDiscountCode(eventId: ${event}, input: { code: "OTHER", percent: 10 }) { __typename } }`],
  },
  'GET /discounts/:code': { graphql: ({ event }) => [`{ discountCodesOfEvent(eventId: ${event}) { code } }`] },
  'POST /discounts/:code': {
    form: () => ({ code: 'SAVE', kind: 'percent', value: '20', isActive: '1' }),
    graphql: ({ code }) => [`mutation { updateDiscountCode(id: ${code}, input: { percent: 30 }) { __typename } }`],
  },
  'GET /edit': { graphql: ({ event }) => [`{ event(by: { databaseId: ${event} }) { title { rendered } sales { sold } } }`] },
  'POST /edit': {
    form: () => ({ title: 'Evening', startDay: '2031-06-01', startTime: '19:00', endDay: '2031-06-01', endTime: '23:00', tickets: 0 }),
    graphql: ({ event, ticket }) => [
      `mutation { updateEvent(id: ${event}, changes: { title: "Evening" }) { __typename } }`,
      `mutation { createTicket(postId: ${event}, provider: SHOP, ticket: { name: "More" }) { __typename } }`,
      `mutation { updateTicket(id: ${ticket}, postId: ${event}, keepsOmitted: true, ticket: { name: "Bench" }) { __typename } }`,
      `mutation { updateEventSeries(eventId: ${event}, scope: ALL, changes: { title: "Evening" }) { __typename } }`,
      `mutation { repeatEvent(eventId: ${event}, rule: "FREQ=DAILY;COUNT=2") { __typename } }`,
    ],
  },
  'POST /discounts': {
    form: ({ code }) => ({ act: 'delete-code', id: code }),
    graphql: ({ code }) => [`mutation { deleteDiscountCode(id: ${code}) { __typename } }`],
  },
  'GET /cancel': { graphql: ({ event }) => [`{ eventCancellationPreview(id: ${event}) { people } }`] },
  'POST /cancel': {
    form: () => ({ act: 'cancel-event' }),
    graphql: ({ event }) => [`mutation { cancelEvent(id: ${event}) { __typename } }`],
  },
};

/** Pages without an event, or with another parameter for it. */
export const otherPages: Readonly<Record<string, string>> = {
  'GET /organize': '{ organizedEventPage { total } }',
  'GET /organize/events/new': '{ organizedEventPage { total } }',
  'POST /organize/events/new':
    'mutation { createEvent(draft: { title: "New", start: "2031-06-01 19:00:00", end: "2031-06-01 20:00:00" }) { __typename } }',
  'GET /organize/payments': 'mutation { updateSetting(input: { key: "payment_note", value: "Thanks" }) { __typename } }',
  'POST /organize/payments': 'mutation { updateSetting(input: { key: "payment_note", value: "Thanks" }) { __typename } }',
  'GET /organize/receipts': '{ receiptSettings { sellerName } }',
  'POST /organize/receipts': 'mutation { updateReceiptSettings(input: { sellerName: "Hall" }) { __typename } }',
  'GET /exports/orders.csv': '{ ordersOfEvent(eventId: 1) { total } }',
  'GET /exports/refunds.csv': '{ ordersOfEvent(eventId: 1, refund: DUE) { total } }',
};
