import { adminHeader } from '../credentials.ts';
import { words } from '../posts/data.ts';
import type { LoadRequest } from '../load.ts';
import { first } from '../tickets/data.ts';
import { type Compared, ofLimit, ofMarquee, ofPostgraphile, ofRest } from './responses.ts';
import { marquee, postgraphile } from './documents.ts';

/** The servers of the race. */
export const contenders = ['limit', 'PostGraphile', 'GraphQL', 'REST, _fields', 'REST'] as const;
export type ContenderName = (typeof contenders)[number];

/** A workload on one server: the request for a number, and the members of the response to compare. */
interface ServerWorkload {
  request: (n: number) => Pick<LoadRequest, 'path' | 'method' | 'headers' | 'body'>;
  toCompared: (body: never, total?: string | null) => Compared;
}

export interface Race {
  name: string;
  /** True if each request writes, so that a number can only be used once. */
  writes: boolean;
  of: Record<ContenderName, ServerWorkload>;
}

const EVENTS = 100_000;
const EVENT_FIELDS =
  'id,slug,title.rendered,start_date_utc,end_date_utc,timezone,venues.id,venues.title.rendered,venues.city,organizers.id,organizers.title.rendered,organizers.email,tribe_events_cat,tags';
const ATTENDEE_FIELDS = 'id,title,ticket_id,post_id,email,checked_in';
const PAGE_OF_ATTENDEES = 'total,attendees.id,attendees.title,attendees.ticket_id,attendees.post_id,attendees.email,attendees.checked_in';

/** Distributes consecutive numbers over a range, so that consecutive requests differ. */
const spread = (n: number, range: number) => (n * 7919) % range;

const json = { 'content-type': 'application/json' };
const graphql = (query: string, variables: object, headers: Readonly<Record<string, string>> = {}) => ({
  path: '/graphql',
  method: 'POST' as const,
  headers: { ...json, ...headers },
  body: JSON.stringify({ query, variables }),
});
const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => ({
  path,
  method: 'POST' as const,
  headers: { ...json, ...headers },
  body: JSON.stringify(body),
});

const EVENT_OF_MARQUEE = `query Event($id: Int!) { event(id: $id) ${marquee.event} }`;
const EVENT_OF_POSTGRAPHILE = `query Event($id: Int!) { eventByContentId(contentId: $id) ${postgraphile.event} }`;

const eventOf = (n: number) => 10_001 + spread(n, EVENTS);
const oneEvent: Race = {
  name: 'one event',
  writes: false,
  of: {
    limit: { request: (n) => ({ path: `/events/${eventOf(n)}` }), toCompared: ofLimit.event },
    PostGraphile: { request: (n) => graphql(EVENT_OF_POSTGRAPHILE, { id: eventOf(n) }), toCompared: ofPostgraphile.event },
    GraphQL: { request: (n) => graphql(EVENT_OF_MARQUEE, { id: eventOf(n) }), toCompared: ofMarquee.event },
    'REST, _fields': { request: (n) => ({ path: `/rest/evt/v1/events/${eventOf(n)}?_fields=${EVENT_FIELDS}` }), toCompared: ofRest.event },
    REST: { request: (n) => ({ path: `/rest/evt/v1/events/${eventOf(n)}` }), toCompared: ofRest.event },
  },
};

const PAGE_OF_MARQUEE = `query Events($page: Int!, $perPage: Int!, $search: String) {
  eventPage(page: $page, perPage: $perPage, filter: { includeHidden: true, search: $search }) { total nodes ${marquee.event} } }`;
const PAGE_OF_POSTGRAPHILE = `query Events($offset: Int!, $first: Int!) {
  found: allEvents(offset: $offset, first: $first, orderBy: [START_UTC_ASC, CONTENT_ID_ASC], condition: { status: "publish" }) { totalCount nodes ${postgraphile.event} } }`;
const SEARCH_OF_POSTGRAPHILE = `query Events($first: String!, $second: String!) {
  found: raceFoundEvents(firstWord: $first, secondWord: $second, first: 10) { totalCount nodes ${postgraphile.event} } }`;

function list(name: string, perPage: number, pageOf: (n: number) => number): Race {
  const address = (n: number) => `per_page=${perPage}&page=${pageOf(n)}`;
  return {
    name,
    writes: false,
    of: {
      limit: { request: (n) => ({ path: `/events?${address(n)}` }), toCompared: ofLimit.events },
      PostGraphile: {
        request: (n) => graphql(PAGE_OF_POSTGRAPHILE, { offset: (pageOf(n) - 1) * perPage, first: perPage }),
        toCompared: ofPostgraphile.events,
      },
      GraphQL: { request: (n) => graphql(PAGE_OF_MARQUEE, { page: pageOf(n), perPage }), toCompared: ofMarquee.events },
      'REST, _fields': {
        request: (n) => ({ path: `/rest/evt/v1/events?${address(n)}&_fields=${EVENT_FIELDS}` }),
        toCompared: ofRest.events,
      },
      REST: { request: (n) => ({ path: `/rest/evt/v1/events?${address(n)}` }), toCompared: ofRest.events },
    },
  };
}

const wordsOf = (n: number) => [words[spread(n, 19)], words[3 + spread(n, 17)]] as const;
const search: Race = {
  name: 'search',
  writes: false,
  of: {
    limit: { request: (n) => ({ path: `/events?per_page=10&search=${wordsOf(n).join('%20')}` }), toCompared: ofLimit.events },
    PostGraphile: {
      request: (n) => {
        const [firstWord, secondWord] = wordsOf(n);
        return graphql(SEARCH_OF_POSTGRAPHILE, { first: `%${firstWord}%`, second: `%${secondWord}%` });
      },
      toCompared: ofPostgraphile.events,
    },
    GraphQL: {
      request: (n) => graphql(PAGE_OF_MARQUEE, { page: 1, perPage: 10, search: wordsOf(n).join(' ') }),
      toCompared: ofMarquee.events,
    },
    'REST, _fields': {
      request: (n) => ({ path: `/rest/evt/v1/events?per_page=10&search=${wordsOf(n).join('%20')}&_fields=${EVENT_FIELDS}` }),
      toCompared: ofRest.events,
    },
    REST: { request: (n) => ({ path: `/rest/evt/v1/events?per_page=10&search=${wordsOf(n).join('%20')}` }), toCompared: ofRest.events },
  },
};

const TICKETS = '/rest/vendor/tickets/v1/attendees';
const crowded = (n: number) => first.ticket + spread(n, 400);
const attendees: Race = {
  name: 'attendees 50',
  writes: false,
  of: {
    limit: { request: (n) => ({ path: `/attendees?per_page=50&ticket=${crowded(n)}` }), toCompared: ofLimit.attendees },
    PostGraphile: {
      request: (n) =>
        graphql(
          `query Attendees($ticket: Int!) { found: allAttendees(first: 50, orderBy: [ROW_ID_ASC], condition: { ticketId: $ticket, status: "publish" }) { totalCount nodes ${postgraphile.attendee} } }`,
          { ticket: crowded(n) },
        ),
      toCompared: ofPostgraphile.attendees,
    },
    GraphQL: {
      request: (n) =>
        graphql(
          `query Attendees($ticket: Int!) { attendeePage(perPage: 50, filter: { ticketId: $ticket }) { total nodes ${marquee.attendee} } }`,
          { ticket: crowded(n) },
          adminHeader,
        ),
      toCompared: ofMarquee.attendees,
    },
    'REST, _fields': {
      request: (n) => ({ path: `${TICKETS}?ticket_id=${crowded(n)}&per_page=50&_fields=${PAGE_OF_ATTENDEES}`, headers: adminHeader }),
      toCompared: ofRest.attendees,
    },
    REST: {
      request: (n) => ({ path: `${TICKETS}?ticket_id=${crowded(n)}&per_page=50`, headers: adminHeader }),
      toCompared: ofRest.attendees,
    },
  },
};

/** Number of tickets for registrations, so that they do not queue for the same row. */
const SELLING = 1000;
const selling = (n: number) => first.ticket + 1000 + (n % SELLING);
const guest = (n: number) => ({ name: `Guest ${n}`, email: `guest${n}@example.org` });
const registered = (n: number, path: string) =>
  post(path, { ticket_id: selling(n), full_name: guest(n).name, email: guest(n).email }, adminHeader);
const create: Race = {
  name: 'create',
  writes: true,
  of: {
    limit: { request: (n) => post('/register', { ticket: selling(n), ...guest(n) }), toCompared: ofLimit.attendee },
    PostGraphile: {
      request: (n) =>
        graphql(
          `mutation Register($ticket: Int!, $name: String!, $email: String!) { done: raceRegister(input: { ofTicket: $ticket, guestName: $name, guestEmail: $email }) { result ${postgraphile.attendee} } }`,
          { ticket: selling(n), ...guest(n) },
        ),
      toCompared: ofPostgraphile.attendee,
    },
    GraphQL: {
      request: (n) =>
        graphql(
          `mutation Register($ticket: Int!, $name: String!, $email: String!) { createAttendee(draft: { ticketId: $ticket, fullName: $name, email: $email }) { attendee ${marquee.attendee} } }`,
          { ticket: selling(n), ...guest(n) },
          adminHeader,
        ),
      toCompared: ofMarquee.attendee,
    },
    'REST, _fields': { request: (n) => registered(n, `${TICKETS}?_fields=${ATTENDEE_FIELDS}`), toCompared: ofRest.attendee },
    REST: { request: (n) => registered(n, TICKETS), toCompared: ofRest.attendee },
  },
};

/** Returns the ID of the attendee to check in. No other workload uses their tickets. */
const attendeeOf = (n: number) => first.attendee + 200_000 + n;
const checkIn: Race = {
  name: 'check in',
  writes: true,
  of: {
    limit: { request: (n) => post(`/check-in/${attendeeOf(n)}`, {}), toCompared: ofLimit.attendee },
    PostGraphile: {
      request: (n) =>
        graphql(`mutation CheckIn($id: Int!) { done: raceCheckIn(input: { ofAttendee: $id }) { result ${postgraphile.attendee} } }`, {
          id: attendeeOf(n),
        }),
      toCompared: ofPostgraphile.attendee,
    },
    GraphQL: {
      request: (n) =>
        graphql(
          `mutation CheckIn($id: Int!) { checkInAttendee(id: $id) { attendee ${marquee.attendee} } }`,
          { id: attendeeOf(n) },
          adminHeader,
        ),
      toCompared: ofMarquee.attendee,
    },
    'REST, _fields': {
      request: (n) => post(`${TICKETS}/${attendeeOf(n)}?_fields=${ATTENDEE_FIELDS}`, { check_in: true }, adminHeader),
      toCompared: ofRest.attendee,
    },
    REST: { request: (n) => post(`${TICKETS}/${attendeeOf(n)}`, { check_in: true }, adminHeader), toCompared: ofRest.attendee },
  },
};

export const races: readonly Race[] = [
  oneEvent,
  list('list 10', 10, (n) => 1 + spread(n, 50)),
  list('list 100', 100, (n) => 1 + spread(n, 10)),
  search,
  attendees,
  create,
  checkIn,
  list('page 1,000', 10, (n) => 1000 + spread(n, 50)),
];
