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
import { addOrganizer, changeOrganizer, removeOrganizer, trashOrganizer } from '#app/events/calendar.service.ts';
import { checkLinkedInput } from '#app/events/input.checks.ts';
import type { OrganizerInput } from '#app/events/inputs.ts';
import { organizerKind } from '#app/events/kinds.ts';
import { type LinkedPage, type LinkedQuery, loadOrganizerPage } from '#app/events/linked.list.ts';
import type { OrganizerRecord } from '#app/events/linked.record.ts';
import { type LinkedListWish, linkedQueryOf } from '#app/events/list.service.ts';
import { opens } from '#app/content/content.access.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { onePage, pageComplexity } from '../complexity.ts';
import type { Context } from '../context.ts';
import { OrganizerChanges, OrganizerDraft } from './inputs.ts';
import { EffectiveLinkedFilter, idOfLinked, LinkedFilter, type LinkedRef, refArguments } from './linked.ts';
import { Organizer } from './refs.ts';

/** The organizer behind an id, or other content that has it. */
async function findOrganizer(id: number, { load }: Context): Promise<Found> {
  return (await load.calendar.organizer.load(id)) ?? (await load.content.load(id));
}

/** Which argument an act names the organizer by. */
const argumentOf = (ref: LinkedRef) => (typeof ref.id === 'number' ? 'id' : 'slug');

builder.queryField('organizer', (t) =>
  t.field({
    type: Organizer,
    description: 'One organizer, by its number or its slug. Of a protected one the details are hidden until its password is given.',
    args: {
      ...refArguments(t),
      password: t.arg.string({ description: 'Password of a protected organizer.' }),
      discreet: t.arg.boolean({ description: 'Unknown ones and those you may not read are refused alike.' }),
    },
    ...guard(async (args: LinkedRef & ReadWish, context) => {
      const found = await findOrganizer(await idOfLinked(organizerKind, args, context), context);
      checkReadLinked(context.viewer, organizerKind, found, args, argumentOf(args));
    }),
    resolve: async (_root, args, context) => {
      const organizer = (await findOrganizer(await idOfLinked(organizerKind, args, context), context)) as OrganizerRecord;
      return isUnlockedFor(context.viewer, organizer, args) ? { ...organizer, unlocked: true } : organizer;
    },
  }),
);

/** A page of organizers with the query behind it. */
interface ShownPage extends LinkedPage<OrganizerRecord> {
  query: LinkedQuery;
}

const OrganizerPage = builder.objectRef<ShownPage>('OrganizerPage').implement({
  description: 'One page of a list of organizers.',
  fields: (t) => ({
    total: t.int({ description: 'Organizers of the whole list.', resolve: (page) => page.total }),
    totalPages: t.int({ description: 'Pages of the whole list.', resolve: (page) => page.totalPages }),
    nodes: t.field({
      type: [Organizer],
      complexity: onePage,
      description: 'The organizers of this page that you may read; none beyond the last page.',
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
    queries.set(args, (query = linkedQueryOf(site, viewer, organizerKind, { ...args.filter, page: args.page, perPage: args.perPage })));
  return query;
}

builder.queryField('organizerPage', (t) =>
  t.field({
    complexity: pageComplexity,
    type: OrganizerPage,
    description: 'Organizers, latest first, page by page. Protected ones are in it, with their details hidden.',
    args: {
      page: t.arg.int({ defaultValue: 1, description: 'Which page, from 1.' }),
      perPage: t.arg.int({ description: 'Organizers of a page, at most 100; as many as the site shows when absent.' }),
      filter: t.arg({ type: LinkedFilter, description: 'Which organizers.' }),
      password: t.arg.string({ description: 'Shows the details of those that have this password.' }),
    },
    ...guard(async (args: PageArguments, context) => void (await queryOf(args, context))),
    resolve: async (_root, args, context) => {
      const query = await queryOf(args, context);
      const found = await loadOrganizerPage(context.site, query);
      const { password } = args;
      const shown = readable(context.viewer, found.nodes);
      const nodes = password ? shown.map((one) => (one.password !== '' && opens(one, password) ? { ...one, unlocked: true } : one)) : shown;
      return { ...found, nodes, query };
    },
  }),
);

/** What a write answers: its author sees protected details too. */
function written(organizer: OrganizerRecord, { load }: Context): OrganizerRecord {
  load.calendar.renewCalendar(organizer.kind, organizer.id, organizer);
  load.renew(organizer.id, organizer);
  return { ...organizer, unlocked: true };
}

builder.mutationField('createOrganizer', (t) =>
  t.field({
    type: Organizer,
    description: 'Makes an organizer.',
    args: {
      draft: t.arg({ type: OrganizerDraft, required: true, description: 'The organizer.' }),
      reuseTwin: t.arg.boolean({
        description: 'One with the same name, and description where one is given, is used again: its details become those of the draft.',
      }),
    },
    ...guard(async ({ draft }: { draft?: OrganizerInput | null | undefined }, { site, viewer }) => {
      if (draft) await checkLinkedInput(site, viewer, draft, { argument: 'draft' });
      checkCreateCalendar(viewer, organizerKind);
    }),
    resolve: async (_root, { draft, reuseTwin }, context) =>
      written(await addOrganizer(context.site, context.viewer, draft, reuseTwin ?? false), context),
  }),
);

builder.mutationField('updateOrganizer', (t) =>
  t.field({
    type: Organizer,
    description: 'Changes an organizer; what is not given stays. Writing a status to a trashed one takes it out of the trash.',
    args: {
      ...refArguments(t),
      changes: t.arg({ type: OrganizerChanges, required: true, description: 'What changes.' }),
      discreet: t.arg.boolean({ description: 'Unknown ones and those you may not edit are refused alike.' }),
    },
    ...guard(async (args: LinkedRef & { changes?: OrganizerInput | null | undefined; discreet?: boolean | null | undefined }, context) => {
      const found = await findOrganizer(await idOfLinked(organizerKind, args, context), context);
      if (!args.discreet) knownLinked(organizerKind, found, argumentOf(args));
      if (args.changes)
        await checkLinkedInput(context.site, context.viewer, args.changes, { argument: 'changes', storedStatus: found?.status });
      checkActOnLinked(context.viewer, organizerKind, 'edit', found, args.discreet ?? false, argumentOf(args));
    }),
    resolve: async (_root, args, context) =>
      written(await changeOrganizer(context.site, context.viewer, await idOfLinked(organizerKind, args, context), args.changes), context),
  }),
);

async function mayDelete(args: LinkedRef & { discreet?: boolean | null | undefined }, context: Context): Promise<void> {
  const found = await findOrganizer(await idOfLinked(organizerKind, args, context), context);
  checkActOnLinked(context.viewer, organizerKind, 'delete', found, args.discreet ?? false, argumentOf(args));
}

builder.mutationField('trashOrganizer', (t) =>
  t.field({
    type: Organizer,
    description: 'Moves an organizer to the trash. Events that link it lose it for good.',
    args: { ...refArguments(t), discreet: t.arg.boolean({ description: 'Unknown ones and those you may not delete are refused alike.' }) },
    ...guard(mayDelete),
    resolve: async (_root, args, context) => {
      const id = await idOfLinked(organizerKind, args, context);
      checkNotTrashed((await findOrganizer(id, context)) as OrganizerRecord);
      return written(await trashOrganizer(context.site, context.viewer, id), context);
    },
  }),
);

builder.mutationField('deleteOrganizer', (t) =>
  t.field({
    type: Organizer,
    description: 'Deletes an organizer for good, with its links, and answers it as it was.',
    args: { ...refArguments(t), discreet: t.arg.boolean({ description: 'Unknown ones and those you may not delete are refused alike.' }) },
    ...guard(mayDelete),
    resolve: async (_root, args, context) => {
      const organizer = await removeOrganizer(context.site, await idOfLinked(organizerKind, args, context));
      context.load.calendar.renewCalendar(organizer.kind, organizer.id, null);
      context.load.renew(organizer.id, null);
      return { ...organizer, unlocked: true };
    },
  }),
);
