/* oxlint-disable typescript/no-explicit-any -- responses of four servers, brought into one form to be compared */

/** The compared members of a response, in the same form for every server. */
export interface Compared {
  total?: number;
  nodes: unknown[];
}

const moment = (text: string) => Date.parse(/[zZ]|[+-]\d\d:\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
const sorted = (ids: readonly number[] | null) => (ids ?? []).toSorted((one, other) => one - other);
/** Sorts by ID, because PostGraphile only sorts by indexed columns, and the position of linked objects has no index. */
const byNumber = (all: { id: number }[]) => all.toSorted((one, other) => one.id - other.id);
const found = (total: unknown, nodes: unknown[]): Compared => ({ ...(total !== undefined && { total: Number(total) }), nodes });

function event(e: any, ofNeighbor: (one: any) => { id: number }) {
  const { id, slug, title, start, end, timezone, venues, organizers, categories, tags } = e;
  return {
    id,
    slug,
    title,
    start: moment(start),
    end: moment(end),
    timezone,
    venues: byNumber(venues.map(ofNeighbor)),
    organizers: byNumber(organizers.map(ofNeighbor)),
    categories: sorted(categories),
    tags: sorted(tags),
  };
}
const attendee = ({ id: _id, ...rest }: any) => rest;

/** Responses of the limit, which have this form already. */
export const ofLimit = {
  event: (body: any) => found(undefined, [event(body, (one) => one)]),
  events: (body: any) =>
    found(
      body.total,
      body.nodes.map((one: any) => event(one, (o) => o)),
    ),
  attendees: (body: any) => found(body.total, body.nodes),
  attendee: (body: any) => found(undefined, [attendee(body)]),
};

const marqueeEvent = (e: any) =>
  event(
    { ...e, id: e.databaseId, start: e.startUtc, end: e.endUtc, categories: e.categoryIds, tags: e.tagIds },
    ({ databaseId, ...rest }) => ({ id: databaseId, ...rest }),
  );
const marqueeAttendee = (a: any) => ({
  id: a.databaseId,
  name: a.name,
  ticket: a.ticketId,
  post: a.postId,
  email: a.management.email,
  isIn: a.management.isCheckedIn,
});

export const ofMarquee = {
  event: ({ data }: any) => found(undefined, [marqueeEvent(data.event)]),
  events: ({ data }: any) => found(data.eventPage.total, data.eventPage.nodes.map(marqueeEvent)),
  attendees: ({ data }: any) => found(data.attendeePage.total, data.attendeePage.nodes.map(marqueeAttendee)),
  attendee: ({ data }: any) => found(undefined, [attendee(marqueeAttendee((data.createAttendee ?? data.checkInAttendee).attendee))]),
};

const restEvent = (e: any) =>
  event(
    { ...e, title: e.title.rendered, start: e.start_date_utc, end: e.end_date_utc, categories: e.tribe_events_cat },
    ({ id, title, city, email }) => ({
      id,
      title: title.rendered,
      ...(city !== undefined && { city }),
      ...(email !== undefined && { email }),
    }),
  );
const restAttendee = (a: any) => ({ id: a.id, name: a.title, ticket: a.ticket_id, post: a.post_id, email: a.email, isIn: a.checked_in });

export const ofRest = {
  event: (body: any) => found(undefined, [restEvent(body)]),
  events: (body: any, total?: string | null) => found(total, body.map(restEvent)),
  attendees: (body: any) => found(body.total, body.attendees.map(restAttendee)),
  attendee: (body: any) => found(undefined, [attendee(restAttendee(body))]),
};

const term = (e: any, taxonomy: string) =>
  e.contentByContentId.contentTermsByContentId.nodes
    .filter((one: any) => one.termByTermId.taxonomy === taxonomy)
    .map((one: any) => one.termByTermId.rowId);
const neighbor = (one: any) => {
  const { contentByContentId: content, ...member } = one.venueByVenueId ?? one.organizerByOrganizerId;
  return { id: content.rowId, title: content.title, ...member };
};
const postgraphileEvent = (e: any) =>
  event(
    {
      ...e,
      id: e.contentId,
      slug: e.contentByContentId.slug,
      title: e.contentByContentId.title,
      start: e.startUtc,
      end: e.endUtc,
      venues: e.eventVenuesByEventId.nodes,
      organizers: e.eventOrganizersByEventId.nodes,
      categories: term(e, 'event_category'),
      tags: term(e, 'post_tag'),
    },
    neighbor,
  );
const postgraphileAttendee = (a: any) => ({
  id: a.rowId,
  name: a.fullName,
  ticket: a.ticketId,
  post: a.postId,
  email: a.email,
  isIn: a.checkedIn,
});

export const ofPostgraphile = {
  event: ({ data }: any) => found(undefined, [postgraphileEvent(data.eventByContentId)]),
  events: ({ data }: any) => found(data.found.totalCount, data.found.nodes.map(postgraphileEvent)),
  attendees: ({ data }: any) => found(data.found.totalCount, data.found.nodes.map(postgraphileAttendee)),
  attendee: ({ data }: any) => found(undefined, [attendee(postgraphileAttendee(data.done.result))]),
};
