/* oxlint-disable typescript/no-explicit-any -- converts the untyped responses of four servers to one form */

/** The compared members of a response, in the same form for every server. */
export interface Comparable {
  total?: number;
  nodes: unknown[];
}

const moment = (text: string) => Date.parse(/[zZ]|[+-]\d\d:\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
const sorted = (ids: readonly number[] | null) => (ids ?? []).toSorted((a, b) => a - b);
/** Sorts linked objects by ID, because PostGraphile cannot sort by their position: that column has no index. */
const sortById = (all: { id: number }[]) => all.toSorted((a, b) => a.id - b.id);
const toComparable = (total: unknown, nodes: unknown[]): Comparable => ({ ...(total !== undefined && { total: Number(total) }), nodes });

function event(e: any, toLinked: (linked: any) => { id: number }) {
  const { id, slug, title, start, end, timezone, venues, organizers, categories, tags } = e;
  return {
    id,
    slug,
    title,
    start: moment(start),
    end: moment(end),
    timezone,
    venues: sortById(venues.map(toLinked)),
    organizers: sortById(organizers.map(toLinked)),
    categories: sorted(categories),
    tags: sorted(tags),
  };
}
const attendee = ({ id: _id, ...members }: any) => members;

/** Converts responses of the limit, which nearly have this form. */
export const ofLimit = {
  event: (body: any) => toComparable(undefined, [event(body, (linked) => linked)]),
  events: (body: any) =>
    toComparable(
      body.total,
      body.nodes.map((node: any) => event(node, (linked) => linked)),
    ),
  attendees: (body: any) => toComparable(body.total, body.nodes),
  attendee: (body: any) => toComparable(undefined, [attendee(body)]),
};

const marqueeEvent = (e: any) =>
  event(
    { ...e, id: e.databaseId, start: e.startUtc, end: e.endUtc, categories: e.categoryIds, tags: e.tagIds },
    ({ databaseId, ...members }) => ({ id: databaseId, ...members }),
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
  event: ({ data }: any) => toComparable(undefined, [marqueeEvent(data.event)]),
  events: ({ data }: any) => toComparable(data.eventPage.total, data.eventPage.nodes.map(marqueeEvent)),
  attendees: ({ data }: any) => toComparable(data.attendeePage.total, data.attendeePage.nodes.map(marqueeAttendee)),
  attendee: ({ data }: any) => toComparable(undefined, [attendee(marqueeAttendee((data.createAttendee ?? data.checkInAttendee).attendee))]),
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
  event: (body: any) => toComparable(undefined, [restEvent(body)]),
  events: (body: any, total?: string | null) => toComparable(total, body.map(restEvent)),
  attendees: (body: any) => toComparable(body.total, body.attendees.map(restAttendee)),
  attendee: (body: any) => toComparable(undefined, [attendee(restAttendee(body))]),
};

const termIds = (e: any, taxonomy: string) =>
  e.contentByContentId.contentTermsByContentId.nodes
    .filter(({ termByTermId: term }: any) => term.taxonomy === taxonomy)
    .map(({ termByTermId: term }: any) => term.rowId);
const postgraphileLinked = ({ venueByVenueId: venue, organizerByOrganizerId: organizer }: any) => {
  const { contentByContentId: content, ...members } = venue ?? organizer;
  return { id: content.rowId, title: content.title, ...members };
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
      categories: termIds(e, 'event_category'),
      tags: termIds(e, 'post_tag'),
    },
    postgraphileLinked,
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
  event: ({ data }: any) => toComparable(undefined, [postgraphileEvent(data.eventByContentId)]),
  events: ({ data }: any) => toComparable(data.found.totalCount, data.found.nodes.map(postgraphileEvent)),
  attendees: ({ data }: any) => toComparable(data.found.totalCount, data.found.nodes.map(postgraphileAttendee)),
  attendee: ({ data }: any) => toComparable(undefined, [attendee(postgraphileAttendee(data.done.result))]),
};
