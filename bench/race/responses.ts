/* oxlint-disable typescript/no-explicit-any -- converts the untyped responses of four servers to one form */

/** The compared members of a response, in the same form for every server. */
export interface Comparable {
  total?: number;
  nodes: unknown[];
}

const toMoment = (text: string) => Date.parse(/[zZ]|[+-]\d\d:\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
const sortIds = (ids: readonly number[] | null) => (ids ?? []).toSorted((a, b) => a - b);
/** Sorts linked objects by ID, because PostGraphile cannot sort them by their position, a column without an index. */
const sortById = (all: { id: number }[]) => all.toSorted((a, b) => a.id - b.id);
const toComparable = (total: unknown, nodes: unknown[]): Comparable => ({ ...(total !== undefined && { total: Number(total) }), nodes });

function toEvent(e: any, toLinked: (linked: any) => { id: number }) {
  const { id, slug, title, start, end, timezone, venues, organizers, categories, tags } = e;
  return {
    id,
    slug,
    title,
    start: toMoment(start),
    end: toMoment(end),
    timezone,
    venues: sortById(venues.map(toLinked)),
    organizers: sortById(organizers.map(toLinked)),
    categories: sortIds(categories),
    tags: sortIds(tags),
  };
}
const toAttendee = ({ id: _id, ...members }: any) => members;

/** Converts responses of the limit, which almost have the form of `Comparable` already. */
export const limitConverters = {
  event: (body: any) => toComparable(undefined, [toEvent(body, (linked) => linked)]),
  events: (body: any) =>
    toComparable(
      body.total,
      body.nodes.map((node: any) => toEvent(node, (linked) => linked)),
    ),
  attendees: (body: any) => toComparable(body.total, body.nodes),
  attendee: (body: any) => toComparable(undefined, [toAttendee(body)]),
};

const readMarqueeEvent = (e: any) =>
  toEvent(
    { ...e, id: e.databaseId, start: e.startUtc, end: e.endUtc, categories: e.categoryIds, tags: e.tagIds },
    ({ databaseId, ...members }) => ({ id: databaseId, ...members }),
  );
const readMarqueeAttendee = (a: any) => ({
  id: a.databaseId,
  name: a.name,
  ticket: a.ticketId,
  post: a.postId,
  email: a.management.email,
  isIn: a.management.isCheckedIn,
});

export const marqueeConverters = {
  event: ({ data }: any) => toComparable(undefined, [readMarqueeEvent(data.event)]),
  events: ({ data }: any) => toComparable(data.eventPage.total, data.eventPage.nodes.map(readMarqueeEvent)),
  attendees: ({ data }: any) => toComparable(data.attendeePage.total, data.attendeePage.nodes.map(readMarqueeAttendee)),
  attendee: ({ data }: any) =>
    toComparable(undefined, [toAttendee(readMarqueeAttendee((data.createAttendee ?? data.checkInAttendee).attendee))]),
};

const readRestEvent = (e: any) =>
  toEvent(
    { ...e, title: e.title.rendered, start: e.start_date_utc, end: e.end_date_utc, categories: e.tribe_events_cat },
    ({ id, title, city, email }) => ({
      id,
      title: title.rendered,
      ...(city !== undefined && { city }),
      ...(email !== undefined && { email }),
    }),
  );
const readRestAttendee = (a: any) => ({
  id: a.id,
  name: a.title,
  ticket: a.ticket_id,
  post: a.post_id,
  email: a.email,
  isIn: a.checked_in,
});

export const restConverters = {
  event: (body: any) => toComparable(undefined, [readRestEvent(body)]),
  events: (body: any, total?: string | null) => toComparable(total, body.map(readRestEvent)),
  attendees: (body: any) => toComparable(body.total, body.attendees.map(readRestAttendee)),
  attendee: (body: any) => toComparable(undefined, [toAttendee(readRestAttendee(body))]),
};

const getTermIds = (e: any, taxonomy: string) =>
  e.contentByContentId.contentTermsByContentId.nodes
    .filter(({ termByTermId: term }: any) => term.taxonomy === taxonomy)
    .map(({ termByTermId: term }: any) => term.rowId);
const readPostgraphileLinked = ({ venueByVenueId: venue, organizerByOrganizerId: organizer }: any) => {
  const { contentByContentId: content, ...members } = venue ?? organizer;
  return { id: content.rowId, title: content.title, ...members };
};
const readPostgraphileEvent = (e: any) =>
  toEvent(
    {
      ...e,
      id: e.contentId,
      slug: e.contentByContentId.slug,
      title: e.contentByContentId.title,
      start: e.startUtc,
      end: e.endUtc,
      venues: e.eventVenuesByEventId.nodes,
      organizers: e.eventOrganizersByEventId.nodes,
      categories: getTermIds(e, 'event_category'),
      tags: getTermIds(e, 'post_tag'),
    },
    readPostgraphileLinked,
  );
const readPostgraphileAttendee = (a: any) => ({
  id: a.rowId,
  name: a.fullName,
  ticket: a.ticketId,
  post: a.postId,
  email: a.email,
  isIn: a.checkedIn,
});

export const postgraphileConverters = {
  event: ({ data }: any) => toComparable(undefined, [readPostgraphileEvent(data.eventByContentId)]),
  events: ({ data }: any) => toComparable(data.found.totalCount, data.found.nodes.map(readPostgraphileEvent)),
  attendees: ({ data }: any) => toComparable(data.found.totalCount, data.found.nodes.map(readPostgraphileAttendee)),
  attendee: ({ data }: any) => toComparable(undefined, [toAttendee(readPostgraphileAttendee(data.done.result))]),
};
