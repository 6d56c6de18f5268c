import { checkActOnEvent, checkAuthorship, checkCreateCalendarContent, checkNotTrashed } from '#app/domains/events/access.ts';
import { createEvent, updateEvent, deleteEvent, trashEvent } from '#app/domains/events/calendar.service.ts';
import { type CheckOptions, checkEventInput } from '#app/domains/events/input.checks.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import type { EventInput } from '#app/domains/events/inputs.ts';
import { eventKind } from '#app/domains/events/kinds.ts';
import { checkTrashed, getRestoredStatus } from '#app/domains/events/restore.rules.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { checkMayHide } from '#app/domains/organize/hide-event.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons } from '../compatibility.ts';
import type { Context } from '../context.ts';
import { findEventId, findEvent } from './event.queries.ts';
import { EventChanges, EventDraft, ReversedTimes } from './inputs.ts';
import { Event } from './refs.ts';

type Maybe<T> = T | null | undefined;

interface EventReference {
  id?: Maybe<number>;
  slug?: Maybe<string>;
  discreet?: Maybe<boolean>;
}

/** Returns the ID of the event that a mutation refers to. */
async function findReferencedId({ id, slug }: EventReference, context: Context): Promise<number> {
  if (typeof id === 'number') return id;
  if (typeof slug === 'string') return await findEventId(slug, context);
  throw invalidArguments({ id: 'Pass the `id` or the `slug` of the event.' });
}

/** Puts the changed event into the loaders, and returns it with the fields that a password protects. */
function cacheEvent(event: EventRecord, { load }: Context): EventRecord {
  load.calendar.updateCachedCalendarContent(event.kind, event.id, event);
  load.updateCachedContent(event.id, event);
  return { ...event, unlocked: true };
}

/** Returns a check that refuses to unpublish an event with valid tickets. REST allows it and sends the author of the event a warning by mail. */
const createTicketCheck =
  (id: number, { status, despiteTickets }: { status: Maybe<string>; despiteTickets: Maybe<boolean> }) =>
  async (tx: Tx): Promise<void> => {
    if (despiteTickets !== true) await checkMayHide(tx, [id], status);
  };

const checkOptions = (argument: string, skipsUnknownLinks: Maybe<boolean>): CheckOptions => ({
  argument,
  skipsUnknownLinks: skipsUnknownLinks ?? false,
});

async function checkMayDelete(ref: EventReference, context: Context): Promise<void> {
  checkActOnEvent(context.viewer, 'delete', await findEvent(await findReferencedId(ref, context), context), ref.discreet ?? false);
}

builder.mutationFields((t) => ({
  createEvent: t.field({
    type: Event,
    description: 'Creates an event with its new terms, venue and organizers in one transaction; for users who may write events.',
    args: {
      draft: t.arg({ type: EventDraft, required: true, description: 'The event to create.' }),
      whenReversed: t.arg({
        ...legacyOnly('An end before the start is refused.'),
        type: ReversedTimes,
        defaultValue: 'clamp',
        description: 'Handling of an end before the start.',
      }),
      skipUnknownLinks: t.arg.boolean({
        ...legacyOnly('Unknown venues and organizers are refused.'),
        description: 'Whether venues and organizers that do not exist are ignored instead of refused.',
      }),
    },
    ...guard(async ({ draft, skipUnknownLinks }: { draft?: Maybe<EventInput>; skipUnknownLinks?: Maybe<boolean> }, { site, viewer }) => {
      if (draft) await checkEventInput(site, viewer, draft, checkOptions('draft', skipUnknownLinks));
      checkCreateCalendarContent(viewer, eventKind);
      if (draft) checkAuthorship(viewer, eventKind, draft);
    }),
    resolve: async (_root, { draft, whenReversed }, context) =>
      cacheEvent(
        await createEvent(context.site, context.viewer, draft as EventInput, { whenReversed: whenReversed ?? 'clamp', argument: 'draft' }),
        context,
      ),
  }),
  updateEvent: t.field({
    type: Event,
    description:
      'Changes an event; absent fields are unchanged. Setting a status restores an event from the trash. For users who may edit the event.',
    args: {
      id: t.arg.int({ description: 'ID in the database.' }),
      slug: t.arg.string({ description: 'Slug of the event, used if `id` is absent.' }),
      changes: t.arg({ type: EventChanges, required: true, description: 'The fields to change.' }),
      whenReversed: t.arg({
        ...legacyOnly('An end before the start is refused.'),
        type: ReversedTimes,
        defaultValue: 'clamp',
        description: 'Handling of an end before the start.',
      }),
      skipUnknownLinks: t.arg.boolean({
        ...legacyOnly('Unknown venues and organizers are refused.'),
        description: 'Whether venues and organizers that do not exist are ignored instead of refused.',
      }),
      despiteTickets: t.arg.boolean({
        ...legacyOnly('An event with valid tickets is cancelled with `cancelEvent`.'),
        description:
          'Whether to hide or delete the event even if it has valid tickets. The author of the event then gets a warning by mail.',
      }),
      discreet: t.arg.boolean({
        ...legacyOnly(reasons.discreet),
        description: 'Whether unknown events and events that you may not edit are refused with the same error.',
      }),
    },
    ...guard(async (args: EventReference & { changes?: Maybe<EventInput>; skipUnknownLinks?: Maybe<boolean> }, context) => {
      const event = await findEvent(await findReferencedId(args, context), context);
      if (args.changes) await checkEventInput(context.site, context.viewer, args.changes, checkOptions('changes', args.skipUnknownLinks));
      checkActOnEvent(context.viewer, 'edit', event, args.discreet ?? false);
      if (args.changes) checkAuthorship(context.viewer, eventKind, args.changes);
    }),
    resolve: async (_root, args, context) => {
      const writeOptions = { whenReversed: args.whenReversed ?? 'clamp', argument: 'changes' } as const;
      const id = await findReferencedId(args, context);
      const changes = args.changes as EventInput;
      const check = createTicketCheck(id, { status: changes.status ?? undefined, despiteTickets: args.despiteTickets });
      return cacheEvent(await updateEvent(context.site, context.viewer, id, changes, writeOptions, check), context);
    },
  }),
  restoreEvent: t.field({
    type: Event,
    description: 'Restores an event from the trash, with its previous status and slug if they are still available.',
    args: { id: t.arg.int({ required: true, description: 'ID in the database.' }) },
    ...guard(async ({ id }: { id: number }, context) => checkActOnEvent(context.viewer, 'edit', await findEvent(id, context), false)),
    resolve: async (_root, { id }, context) => {
      const changes = { status: getRestoredStatus(checkTrashed((await findEvent(id, context)) as ContentRecord)) };
      const writeOptions = { whenReversed: 'clamp', argument: 'changes' } as const;
      return cacheEvent(await updateEvent(context.site, context.viewer, id, changes, writeOptions), context);
    },
  }),
  trashEvent: t.field({
    type: Event,
    description:
      'Moves an event to the trash, where it stays for the number of days in the setting `trash_days`. Other events can use the slug at once.',
    args: {
      id: t.arg.int({ description: 'ID in the database.' }),
      slug: t.arg.string({ description: 'Slug of the event, used if `id` is absent.' }),
      despiteTickets: t.arg.boolean({
        ...legacyOnly('An event with valid tickets is cancelled with `cancelEvent`.'),
        description:
          'Whether to hide or delete the event even if it has valid tickets. The author of the event then gets a warning by mail.',
      }),
      discreet: t.arg.boolean({
        ...legacyOnly(reasons.discreet),
        description: 'Whether unknown events and events that you may not delete are refused with the same error.',
      }),
    },
    ...guard(checkMayDelete),
    resolve: async (_root, args, context) => {
      const id = await findReferencedId(args, context);
      checkNotTrashed((await findEvent(id, context)) as ContentRecord);
      const check = createTicketCheck(id, { status: null, despiteTickets: args.despiteTickets });
      return cacheEvent(await trashEvent(context.site, context.viewer, id, check), context);
    },
  }),
  deleteEvent: t.field({
    type: Event,
    description: 'Deletes an event permanently, even one in the trash, and returns it.',
    args: {
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
      despiteTickets: t.arg.boolean({
        ...legacyOnly('An event with valid tickets is cancelled with `cancelEvent`.'),
        description:
          'Whether to hide or delete the event even if it has valid tickets. The author of the event then gets a warning by mail.',
      }),
      discreet: t.arg.boolean({
        ...legacyOnly(reasons.discreet),
        description: 'Whether unknown events and events that you may not delete are refused with the same error.',
      }),
    },
    ...guard(checkMayDelete),
    resolve: async (_root, { id, despiteTickets }, context) => {
      const event = await deleteEvent(context.site, id, createTicketCheck(id, { status: null, despiteTickets }));
      context.load.calendar.updateCachedCalendarContent(event.kind, id, null);
      context.load.updateCachedContent(id, null);
      return { ...event, unlocked: true };
    },
  }),
}));
