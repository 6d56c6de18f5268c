import { adminHeader } from '../credentials.ts';
import { words } from '../posts/data.ts';
import type { LoadRequest } from '../load.ts';
import { first } from '../tickets/data.ts';
import { type Comparable, limitConverters, marqueeConverters, postgraphileConverters, restConverters } from './responses.ts';
import { marqueeSelections, postgraphileSelections } from './documents.ts';

/** The contenders. `limit` is a minimal server with one JSON statement per request. `GraphQL` and both `REST` are APIs of Marquee. */
export const contenders = ['limit', 'PostGraphile', 'GraphQL', 'REST, _fields', 'REST'] as const;
export type ContenderName = (typeof contenders)[number];

/** A workload on one server. */
interface ServerWorkload {
  /** Creates the request with a number. Different numbers give different requests. */
  request: (n: number) => Pick<LoadRequest, 'path' | 'method' | 'headers' | 'body'>;
  /** Converts a response to the form that all servers share. */
  toComparable: (body: never, total?: string | null) => Comparable;
}

export interface Race {
  name: string;
  /** True if the requests write. Each number can then be used only once. */
  writes: boolean;
  of: Record<ContenderName, ServerWorkload>;
}

const EVENTS = 100_000;
const EVENT_FIELDS =
  'id,slug,title.rendered,start_date_utc,end_date_utc,timezone,venues.id,venues.title.rendered,venues.city,organizers.id,organizers.title.rendered,organizers.email,tribe_events_cat,tags';
const ATTENDEE_FIELDS = 'id,title,ticket_id,post_id,email,checked_in';
const ATTENDEE_PAGE_FIELDS =
  'total,attendees.id,attendees.title,attendees.ticket_id,attendees.post_id,attendees.email,attendees.checked_in';

/** Distributes consecutive numbers over the range from 0 to `range` - 1, so that consecutive requests differ. */
const spread = (n: number, range: number) => (n * 7919) % range;

const json = { 'content-type': 'application/json' };
const createGraphqlRequest = (query: string, variables: object, headers: Readonly<Record<string, string>> = {}) => ({
  path: '/graphql',
  method: 'POST' as const,
  headers: { ...json, ...headers },
  body: JSON.stringify({ query, variables }),
});
const createPost = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => ({
  path,
  method: 'POST' as const,
  headers: { ...json, ...headers },
  body: JSON.stringify(body),
});

const EVENT_OF_MARQUEE = `query Event($id: Int!) { event(id: $id) ${marqueeSelections.event} }`;
const EVENT_OF_POSTGRAPHILE = `query Event($id: Int!) { eventByContentId(contentId: $id) ${postgraphileSelections.event} }`;

const chooseEvent = (n: number) => 10_001 + spread(n, EVENTS);
const oneEvent: Race = {
  name: 'one event',
  writes: false,
  of: {
    limit: { request: (n) => ({ path: `/events/${chooseEvent(n)}` }), toComparable: limitConverters.event },
    PostGraphile: {
      request: (n) => createGraphqlRequest(EVENT_OF_POSTGRAPHILE, { id: chooseEvent(n) }),
      toComparable: postgraphileConverters.event,
    },
    GraphQL: { request: (n) => createGraphqlRequest(EVENT_OF_MARQUEE, { id: chooseEvent(n) }), toComparable: marqueeConverters.event },
    'REST, _fields': {
      request: (n) => ({ path: `/rest/evt/v1/events/${chooseEvent(n)}?_fields=${EVENT_FIELDS}` }),
      toComparable: restConverters.event,
    },
    REST: { request: (n) => ({ path: `/rest/evt/v1/events/${chooseEvent(n)}` }), toComparable: restConverters.event },
  },
};

const PAGE_OF_MARQUEE = `query Events($page: Int!, $perPage: Int!, $search: String) {
  eventPage(page: $page, perPage: $perPage, filter: { includeHidden: true, search: $search }) { total nodes ${marqueeSelections.event} } }`;
const PAGE_OF_POSTGRAPHILE = `query Events($offset: Int!, $first: Int!) {
  found: allEvents(offset: $offset, first: $first, orderBy: [START_UTC_ASC, CONTENT_ID_ASC], condition: { status: "publish" }) { totalCount nodes ${postgraphileSelections.event} } }`;
const SEARCH_OF_POSTGRAPHILE = `query Events($first: String!, $second: String!) {
  found: raceFoundEvents(firstWord: $first, secondWord: $second, first: 10) { totalCount nodes ${postgraphileSelections.event} } }`;

function createListWorkload(name: string, perPage: number, choosePage: (n: number) => number): Race {
  const query = (n: number) => `per_page=${perPage}&page=${choosePage(n)}`;
  return {
    name,
    writes: false,
    of: {
      limit: { request: (n) => ({ path: `/events?${query(n)}` }), toComparable: limitConverters.events },
      PostGraphile: {
        request: (n) => createGraphqlRequest(PAGE_OF_POSTGRAPHILE, { offset: (choosePage(n) - 1) * perPage, first: perPage }),
        toComparable: postgraphileConverters.events,
      },
      GraphQL: {
        request: (n) => createGraphqlRequest(PAGE_OF_MARQUEE, { page: choosePage(n), perPage }),
        toComparable: marqueeConverters.events,
      },
      'REST, _fields': {
        request: (n) => ({ path: `/rest/evt/v1/events?${query(n)}&_fields=${EVENT_FIELDS}` }),
        toComparable: restConverters.events,
      },
      REST: { request: (n) => ({ path: `/rest/evt/v1/events?${query(n)}` }), toComparable: restConverters.events },
    },
  };
}

const chooseWords = (n: number) => [words[spread(n, 19)], words[3 + spread(n, 17)]] as const;
const search: Race = {
  name: 'search',
  writes: false,
  of: {
    limit: { request: (n) => ({ path: `/events?per_page=10&search=${chooseWords(n).join('%20')}` }), toComparable: limitConverters.events },
    PostGraphile: {
      request: (n) => {
        const [firstWord, secondWord] = chooseWords(n);
        return createGraphqlRequest(SEARCH_OF_POSTGRAPHILE, { first: `%${firstWord}%`, second: `%${secondWord}%` });
      },
      toComparable: postgraphileConverters.events,
    },
    GraphQL: {
      request: (n) => createGraphqlRequest(PAGE_OF_MARQUEE, { page: 1, perPage: 10, search: chooseWords(n).join(' ') }),
      toComparable: marqueeConverters.events,
    },
    'REST, _fields': {
      request: (n) => ({ path: `/rest/evt/v1/events?per_page=10&search=${chooseWords(n).join('%20')}&_fields=${EVENT_FIELDS}` }),
      toComparable: restConverters.events,
    },
    REST: {
      request: (n) => ({ path: `/rest/evt/v1/events?per_page=10&search=${chooseWords(n).join('%20')}` }),
      toComparable: restConverters.events,
    },
  },
};

const ATTENDEES_PATH = '/rest/vendor/tickets/v1/attendees';
const chooseTicketWithManyAttendees = (n: number) => first.ticket + spread(n, 400);
const attendees: Race = {
  name: 'attendees 50',
  writes: false,
  of: {
    limit: {
      request: (n) => ({ path: `/attendees?per_page=50&ticket=${chooseTicketWithManyAttendees(n)}` }),
      toComparable: limitConverters.attendees,
    },
    PostGraphile: {
      request: (n) =>
        createGraphqlRequest(
          `query Attendees($ticket: Int!) { found: allAttendees(first: 50, orderBy: [ROW_ID_ASC], condition: { ticketId: $ticket, status: "publish" }) { totalCount nodes ${postgraphileSelections.attendee} } }`,
          { ticket: chooseTicketWithManyAttendees(n) },
        ),
      toComparable: postgraphileConverters.attendees,
    },
    GraphQL: {
      request: (n) =>
        createGraphqlRequest(
          `query Attendees($ticket: Int!) { attendeePage(perPage: 50, filter: { ticketId: $ticket }) { total nodes ${marqueeSelections.attendee} } }`,
          { ticket: chooseTicketWithManyAttendees(n) },
          adminHeader,
        ),
      toComparable: marqueeConverters.attendees,
    },
    'REST, _fields': {
      request: (n) => ({
        path: `${ATTENDEES_PATH}?ticket_id=${chooseTicketWithManyAttendees(n)}&per_page=50&_fields=${ATTENDEE_PAGE_FIELDS}`,
        headers: adminHeader,
      }),
      toComparable: restConverters.attendees,
    },
    REST: {
      request: (n) => ({ path: `${ATTENDEES_PATH}?ticket_id=${chooseTicketWithManyAttendees(n)}&per_page=50`, headers: adminHeader }),
      toComparable: restConverters.attendees,
    },
  },
};

/** Number of tickets over which registrations are distributed, so that they do not wait for the lock of the same row. */
const TICKETS_ON_SALE = 1000;
const chooseTicketOnSale = (n: number) => first.ticket + 1000 + (n % TICKETS_ON_SALE);
const createGuest = (n: number) => ({ name: `Guest ${n}`, email: `guest${n}@example.org` });
const createRegistrationRequest = (n: number, path: string) =>
  createPost(path, { ticket_id: chooseTicketOnSale(n), full_name: createGuest(n).name, email: createGuest(n).email }, adminHeader);
const create: Race = {
  name: 'create',
  writes: true,
  of: {
    limit: {
      request: (n) => createPost('/register', { ticket: chooseTicketOnSale(n), ...createGuest(n) }),
      toComparable: limitConverters.attendee,
    },
    PostGraphile: {
      request: (n) =>
        createGraphqlRequest(
          `mutation Register($ticket: Int!, $name: String!, $email: String!) { done: raceRegister(input: { ofTicket: $ticket, guestName: $name, guestEmail: $email }) { result ${postgraphileSelections.attendee} } }`,
          { ticket: chooseTicketOnSale(n), ...createGuest(n) },
        ),
      toComparable: postgraphileConverters.attendee,
    },
    GraphQL: {
      request: (n) =>
        createGraphqlRequest(
          `mutation Register($ticket: Int!, $name: String!, $email: String!) { createAttendee(draft: { ticketId: $ticket, fullName: $name, email: $email }) { attendee ${marqueeSelections.attendee} } }`,
          { ticket: chooseTicketOnSale(n), ...createGuest(n) },
          adminHeader,
        ),
      toComparable: marqueeConverters.attendee,
    },
    'REST, _fields': {
      request: (n) => createRegistrationRequest(n, `${ATTENDEES_PATH}?_fields=${ATTENDEE_FIELDS}`),
      toComparable: restConverters.attendee,
    },
    REST: { request: (n) => createRegistrationRequest(n, ATTENDEES_PATH), toComparable: restConverters.attendee },
  },
};

/** Returns the ID of the attendee to check in. No other workload uses the tickets of these attendees, which have few attendees. */
const chooseAttendee = (n: number) => first.attendee + 200_000 + n;
const checkIn: Race = {
  name: 'check in',
  writes: true,
  of: {
    limit: { request: (n) => createPost(`/check-in/${chooseAttendee(n)}`, {}), toComparable: limitConverters.attendee },
    PostGraphile: {
      request: (n) =>
        createGraphqlRequest(
          `mutation CheckIn($id: Int!) { done: raceCheckIn(input: { ofAttendee: $id }) { result ${postgraphileSelections.attendee} } }`,
          {
            id: chooseAttendee(n),
          },
        ),
      toComparable: postgraphileConverters.attendee,
    },
    GraphQL: {
      request: (n) =>
        createGraphqlRequest(
          `mutation CheckIn($id: Int!) { checkInAttendee(id: $id) { attendee ${marqueeSelections.attendee} } }`,
          { id: chooseAttendee(n) },
          adminHeader,
        ),
      toComparable: marqueeConverters.attendee,
    },
    'REST, _fields': {
      request: (n) => createPost(`${ATTENDEES_PATH}/${chooseAttendee(n)}?_fields=${ATTENDEE_FIELDS}`, { check_in: true }, adminHeader),
      toComparable: restConverters.attendee,
    },
    REST: {
      request: (n) => createPost(`${ATTENDEES_PATH}/${chooseAttendee(n)}`, { check_in: true }, adminHeader),
      toComparable: restConverters.attendee,
    },
  },
};

export const races: readonly Race[] = [
  oneEvent,
  createListWorkload('list 10', 10, (n) => 1 + spread(n, 50)),
  createListWorkload('list 100', 100, (n) => 1 + spread(n, 10)),
  search,
  attendees,
  create,
  checkIn,
  createListWorkload('page 1,000', 10, (n) => 1000 + spread(n, 50)),
];
