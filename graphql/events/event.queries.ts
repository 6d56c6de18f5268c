import type { PageOptions } from '#app/core/db/lists/list.ts';
import type { Page } from '#app/core/db/page.ts';
import { checkReadEvent, isUnlockedFor, filterReadable, type ReadOptions } from '#app/domains/events/access.ts';
import { eventList, type EventQuery } from '#app/domains/events/event.list.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { eventKind } from '#app/domains/events/kinds.ts';
import { type EventListOptions, buildEventQuery, limitSearchToReadable } from '#app/domains/events/list.service.ts';
import { listStatusNames } from '#app/domains/events/list.statuses.ts';
import type { BoundName } from '#app/domains/events/window.rules.ts';
import { unlockContent } from '#app/domains/content/content.access.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { guard, authorizeWith } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons } from '../compatibility.ts';
import { pageComplexity } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { EventFilter, EventOrder } from './event.filter.ts';
import { Event } from './refs.ts';
import { filterableStatuses } from '../content/enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';
import { lookupArgument } from '../public/lookup.ts';
import { createSlugKey, urlKey } from '../content/lookup-keys.ts';

/** Finds the event with an ID, or other content that has this ID. */
export async function findEvent(id: number, { load }: Context): Promise<ContentRecord | null> {
  return (await load.calendar.event.load(id)) ?? (await load.content.load(id));
}

/** Returns the event, unlocked for viewers who sent its password or may edit it. */
async function loadEvent(id: number, options: ReadOptions, { load, viewer }: Context): Promise<EventRecord> {
  const event = (await load.calendar.event.load(id)) as EventRecord;
  return isUnlockedFor(viewer, event, options) ? { ...event, unlocked: true } : event;
}

/** Returns the ID of the event with a slug. Throws `invalid_arguments` for an unknown slug. */
export async function findEventId(slug: string, { load }: Context): Promise<number> {
  const id = await load.calendar.findIdBySlug(eventKind.name, sanitizeSlug(slug));
  if (id === null) throw invalidArguments({ slug: 'There is no event with this slug.' });
  return id;
}

/** A page of events with its query. */
interface EventPage extends Page<EventRecord> {
  query: EventQuery & PageOptions;
}

const getBound =
  (name: BoundName) =>
  ({ query }: EventPage) =>
    query.bounds[name]?.wall ?? null;

const EffectiveEventFilter = builder.objectRef<EventPage>('EffectiveEventFilter').implement({
  description:
    'The filter that was applied, including defaults. Times are in the time zone of the site, and null if there is no such condition.',
  fields: (t) => ({
    page: t.int({ description: 'Number of the page.', resolve: ({ query }) => query.page }),
    perPage: t.int({ description: 'Number of events on a page.', resolve: ({ query }) => query.perPage }),
    startsFrom: t.field({
      type: 'LocalDateTime',
      nullable: true,
      description: 'Only events that start at this moment or later.',
      resolve: getBound('startsFrom'),
    }),
    endsUntil: t.field({
      type: 'LocalDateTime',
      nullable: true,
      description: 'Only events that end at this moment or earlier.',
      resolve: getBound('endsUntil'),
    }),
    startsBefore: t.field({
      type: 'LocalDateTime',
      nullable: true,
      description: 'Only events that start before this time.',
      resolve: getBound('startsBefore'),
    }),
    startsAfter: t.field({
      type: 'LocalDateTime',
      nullable: true,
      description: 'Only events that start after this time.',
      resolve: getBound('startsAfter'),
    }),
    endsBefore: t.field({
      type: 'LocalDateTime',
      nullable: true,
      description: 'Only events that end before this time.',
      resolve: getBound('endsBefore'),
    }),
    endsAfter: t.field({
      type: 'LocalDateTime',
      nullable: true,
      description: 'Only events that end after this time.',
      resolve: getBound('endsAfter'),
    }),
    statuses: t.stringList({
      ...oneOf(filterableStatuses, 'Statuses of the events.', { old: 'Statuses of the events.' }),
      resolve: ({ query }) => [...listStatusNames(query.statuses)],
    }),
  }),
});

const EventPageType = createPageType<EventRecord, EventPage>('Event', Event, 'events', { isPrivate: true });
builder.objectField(EventPageType, 'effective', (t) =>
  t.field({ type: EffectiveEventFilter, description: 'The filter that was applied, including defaults.', resolve: (page) => page }),
);

type PageArguments = Pick<EventListOptions, 'page' | 'perPage' | 'orderBy' | 'order'> & { filter?: EventListOptions | null | undefined };

const buildQuery = (
  { filter, page, perPage, orderBy, order }: PageArguments,
  { site, viewer }: Context,
): Promise<EventQuery & PageOptions> => buildEventQuery(site, viewer, { ...filter, page, perPage, orderBy, order });

builder.queryFields((t) => ({
  event: t.field({
    type: Event,
    description: 'One event. A protected event requires its password; a trashed event is always refused.',
    args: {
      id: t.arg.int({
        required: true,
        ...lookupArgument(
          'Event',
          'ID in the database.',
          { slug: createSlugKey(eventKind.name), url: urlKey },
          { replaces: ['eventBySlug'] },
        ),
      }),
      password: t.arg.string({ description: 'Password of a protected event.' }),
      forEdit: t.arg.boolean({
        ...legacyOnly(reasons.forEdit),
        description: 'Whether to read the event for editing; users who may edit it need no password.',
      }),
      discreet: t.arg.boolean({
        ...legacyOnly(reasons.discreet),
        description:
          'Whether unknown events and events that you may not read are refused with the same error. The texts of protected events are then hidden.',
      }),
    },
    ...guard(async (args: ReadOptions & { id: number }, context) =>
      checkReadEvent(context.viewer, await findEvent(args.id, context), args),
    ),
    resolve: async (_root, args, context) => await loadEvent(args.id, args, context),
  }),
  eventBySlug: t.field({
    type: Event,
    description: 'One event by its slug. Events in the trash are not found.',
    args: {
      slug: t.arg.string({ required: true, description: 'Unique slug of the event.' }),
      password: t.arg.string({ description: 'Password of a protected event.' }),
      forEdit: t.arg.boolean({
        ...legacyOnly(reasons.forEdit),
        description: 'Whether to read the event for editing; users who may edit it need no password.',
      }),
    },
    ...guard(async (args: ReadOptions & { slug: string }, context) =>
      checkReadEvent(context.viewer, await findEvent(await findEventId(args.slug, context), context), args),
    ),
    resolve: async (_root, args, context) => await loadEvent(await findEventId(args.slug, context), args, context),
  }),
  eventPage: t.field({
    complexity: pageComplexity,
    type: EventPageType,
    description: 'Events, page by page. Protected events are included with their texts hidden.',
    args: {
      page: t.arg.int({ defaultValue: 1, description: 'Number of the page, from 1.' }),
      perPage: t.arg.int({ description: 'Number of events on a page, at most 100; by default the setting of the site.' }),
      orderBy: t.arg({
        type: EventOrder,
        description: 'The sort key; by default the start of the event, and with `filter.include` the publication date.',
      }),
      order: t.arg({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
      filter: t.arg({ type: EventFilter, description: 'Conditions for events.' }),
      password: t.arg.string({ description: 'Password of protected events, whose texts are then shown.' }),
    },
    ...authorizeWith(
      'Everyone; statuses other than `publish` need the right to edit events.',
      buildQuery,
      async (query, { password }: PageArguments & { password?: string | null | undefined }, context) => {
        const page = await eventList.loadPage(context.site, limitSearchToReadable(context.viewer, eventKind, query));
        const readablePage = { ...page, nodes: filterReadable(context.viewer, page.nodes), query };
        return password ? unlockContent(password, readablePage) : readablePage;
      },
    ),
  }),
}));
