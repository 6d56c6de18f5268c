import {
  checkActOnLinked,
  checkCreateCalendar,
  checkNotTrashed,
  checkReadLinked,
  type Found,
  isUnlockedFor,
  knownLinked,
  readable,
  type ReadWish,
} from '#app/events/access.ts';
import { addVenue, changeVenue, removeVenue, trashVenue } from '#app/events/calendar.service.ts';
import { checkLinkedInput } from '#app/events/input.checks.ts';
import type { VenueInput } from '#app/events/inputs.ts';
import { venueKind } from '#app/events/kinds.ts';
import { type LinkedPage, type LinkedQuery, loadVenuePage } from '#app/events/linked.list.ts';
import type { VenueRecord } from '#app/events/linked.record.ts';
import { type LinkedListWish, linkedQueryOf } from '#app/events/list.service.ts';
import { opens } from '#app/content/content.access.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { onePage, pageComplexity } from '../complexity.ts';
import type { Context } from '../context.ts';
import { VenueChanges, VenueDraft } from './inputs.ts';
import { EffectiveLinkedFilter, idOfLinked, LinkedFilter, type LinkedRef, refArguments } from './linked.ts';
import { Venue } from './refs.ts';

/** The venue behind an id, or other content that has it. */
async function findVenue(id: number, { load }: Context): Promise<Found> {
  return (await load.calendar.venue.load(id)) ?? (await load.content.load(id));
}

/** Which argument an act names the venue by. */
const argumentOf = (ref: LinkedRef) => (typeof ref.id === 'number' ? 'id' : 'slug');

builder.queryField('venue', (t) =>
  t.field({
    type: Venue,
    description: 'One venue, by its number or its slug. Of a protected one the details are hidden until its password is given.',
    args: {
      ...refArguments(t),
      password: t.arg.string({ description: 'Password of a protected venue.' }),
      discreet: t.arg.boolean({ description: 'Unknown ones and those you may not read are refused alike.' }),
    },
    ...guard(async (args: LinkedRef & ReadWish, context) => {
      const found = await findVenue(await idOfLinked(venueKind, args, context), context);
      checkReadLinked(context.viewer, venueKind, found, args, argumentOf(args));
    }),
    resolve: async (_root, args, context) => {
      const venue = (await findVenue(await idOfLinked(venueKind, args, context), context)) as VenueRecord;
      return isUnlockedFor(context.viewer, venue, args) ? { ...venue, unlocked: true } : venue;
    },
  }),
);

/** A page of venues with the query behind it. */
interface ShownPage extends LinkedPage<VenueRecord> {
  query: LinkedQuery;
}

const VenuePage = builder.objectRef<ShownPage>('VenuePage').implement({
  description: 'One page of a list of venues.',
  fields: (t) => ({
    total: t.int({ description: 'Venues of the whole list.', resolve: (page) => page.total }),
    totalPages: t.int({ description: 'Pages of the whole list.', resolve: (page) => page.totalPages }),
    nodes: t.field({
      type: [Venue],
      complexity: onePage,
      description: 'The venues of this page that you may read; none beyond the last page.',
      resolve: (page) => page.nodes,
    }),
    effective: t.field({ type: EffectiveLinkedFilter, description: 'What was in effect.', resolve: ({ query }) => query }),
  }),
});

type PageArguments = Pick<LinkedListWish, 'page' | 'perPage'> & { filter?: LinkedListWish | null | undefined };

/** The guard and the resolver of one field share what was resolved. */
const queries = new WeakMap<object, Promise<LinkedQuery>>();

function queryOf(args: PageArguments, { site, viewer }: Context): Promise<LinkedQuery> {
  let query = queries.get(args);
  if (!query)
    queries.set(args, (query = linkedQueryOf(site, viewer, venueKind, { ...args.filter, page: args.page, perPage: args.perPage })));
  return query;
}

builder.queryField('venuePage', (t) =>
  t.field({
    complexity: pageComplexity,
    type: VenuePage,
    description: 'Venues, latest first, page by page. Protected ones are in it, with their details hidden.',
    args: {
      page: t.arg.int({ defaultValue: 1, description: 'Which page, from 1.' }),
      perPage: t.arg.int({ description: 'Venues of a page, at most 100; as many as the site shows when absent.' }),
      filter: t.arg({ type: LinkedFilter, description: 'Which venues.' }),
      password: t.arg.string({ description: 'Shows the details of those that have this password.' }),
    },
    ...guard(async (args: PageArguments, context) => void (await queryOf(args, context))),
    resolve: async (_root, args, context) => {
      const query = await queryOf(args, context);
      const found = await loadVenuePage(context.site, query);
      const { password } = args;
      const shown = readable(context.viewer, found.nodes);
      const nodes = password ? shown.map((one) => (one.password !== '' && opens(one, password) ? { ...one, unlocked: true } : one)) : shown;
      return { ...found, nodes, query };
    },
  }),
);

/** What a write answers: its author sees protected details too. */
function written(venue: VenueRecord, { load }: Context): VenueRecord {
  load.calendar.renewCalendar(venue.kind, venue.id, venue);
  load.renew(venue.id, venue);
  return { ...venue, unlocked: true };
}

builder.mutationField('createVenue', (t) =>
  t.field({
    type: Venue,
    description: 'Makes a venue.',
    args: {
      draft: t.arg({ type: VenueDraft, required: true, description: 'The venue.' }),
      reuseTwin: t.arg.boolean({
        description: 'One with the same name, and description where one is given, is used again: its details become those of the draft.',
      }),
    },
    ...guard(async ({ draft }: { draft?: VenueInput | null | undefined }, { site, viewer }) => {
      if (draft) await checkLinkedInput(site, viewer, draft, { argument: 'draft' });
      checkCreateCalendar(viewer, venueKind);
    }),
    resolve: async (_root, { draft, reuseTwin }, context) =>
      written(await addVenue(context.site, context.viewer, draft, reuseTwin ?? false), context),
  }),
);

builder.mutationField('updateVenue', (t) =>
  t.field({
    type: Venue,
    description: 'Changes a venue; what is not given stays. Writing a status to a trashed one takes it out of the trash.',
    args: {
      ...refArguments(t),
      changes: t.arg({ type: VenueChanges, required: true, description: 'What changes.' }),
      discreet: t.arg.boolean({ description: 'Unknown ones and those you may not edit are refused alike.' }),
    },
    ...guard(async (args: LinkedRef & { changes?: VenueInput | null | undefined; discreet?: boolean | null | undefined }, context) => {
      const found = await findVenue(await idOfLinked(venueKind, args, context), context);
      if (!args.discreet) knownLinked(venueKind, found, argumentOf(args));
      if (args.changes)
        await checkLinkedInput(context.site, context.viewer, args.changes, { argument: 'changes', storedStatus: found?.status });
      checkActOnLinked(context.viewer, venueKind, 'edit', found, args.discreet ?? false, argumentOf(args));
    }),
    resolve: async (_root, args, context) =>
      written(await changeVenue(context.site, context.viewer, await idOfLinked(venueKind, args, context), args.changes), context),
  }),
);

async function mayDelete(args: LinkedRef & { discreet?: boolean | null | undefined }, context: Context): Promise<void> {
  const found = await findVenue(await idOfLinked(venueKind, args, context), context);
  checkActOnLinked(context.viewer, venueKind, 'delete', found, args.discreet ?? false, argumentOf(args));
}

builder.mutationField('trashVenue', (t) =>
  t.field({
    type: Venue,
    description: 'Moves a venue to the trash. Events that link it lose it for good.',
    args: { ...refArguments(t), discreet: t.arg.boolean({ description: 'Unknown ones and those you may not delete are refused alike.' }) },
    ...guard(mayDelete),
    resolve: async (_root, args, context) => {
      const id = await idOfLinked(venueKind, args, context);
      checkNotTrashed((await findVenue(id, context)) as VenueRecord);
      return written(await trashVenue(context.site, context.viewer, id), context);
    },
  }),
);

builder.mutationField('deleteVenue', (t) =>
  t.field({
    type: Venue,
    description: 'Deletes a venue for good, with its links, and answers it as it was.',
    args: { ...refArguments(t), discreet: t.arg.boolean({ description: 'Unknown ones and those you may not delete are refused alike.' }) },
    ...guard(mayDelete),
    resolve: async (_root, args, context) => {
      const venue = await removeVenue(context.site, await idOfLinked(venueKind, args, context));
      context.load.calendar.renewCalendar(venue.kind, venue.id, null);
      context.load.renew(venue.id, null);
      return { ...venue, unlocked: true };
    },
  }),
);
