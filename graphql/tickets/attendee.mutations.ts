import { viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import { changeAttendee, isCheckInOnly, removeAttendee } from '#app/domains/tickets/attendee.service.ts';
import type { AttendeeRecord } from '#app/domains/tickets/attendee.record.ts';
import { ticketNotFound, attendeeNotFound } from '#app/domains/tickets/failures.ts';
import { checkIn } from '#app/domains/tickets/check-in.service.ts';
import { checkPerson } from '#app/domains/tickets/person.rules.ts';
import { checkProviderActive } from '#app/domains/tickets/providers.ts';
import { registerAttendee } from '#app/domains/tickets/registration.ts';
import type { TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Attendee } from './refs.ts';
import { computeRetryKey } from './retry-key.ts';
import { loadAudience, checkManagerOrKey, keyArgument } from './shared.ts';
import { attendeeStates } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';

const AttendeeDraft = builder.inputType('AttendeeDraft', {
  description: 'An attendee to register.',
  fields: (t) => ({
    ticketId: t.int({ required: true, description: 'ID of the ticket.' }),
    fullName: t.string({ required: true, description: 'Full name; must not be blank.' }),
    email: t.string({ required: true, description: 'Email address of the person.' }),
    status: t.string({
      ...oneOf(
        attendeeStates,
        'Status of the attendee. For a registration, this is the reply, `YES` by default; for a ticket of a shop, the status of the order, `COMPLETED` by default.',
        {
          old: 'Status of the attendee: `yes` (the default) or `no` for registrations; the status of the order for shops, `completed` by default.',
        },
      ),
    }),
    isCheckedIn: t.boolean({ description: 'Whether to check the attendee in at once.' }),
    isOptedOut: t.boolean({ description: 'Whether to keep the attendee out of public lists; true by default, except in the shop.' }),
    extra: t.field({ type: 'JSON', description: 'Answers to further questions, as a JSON object.' }),
    sendTicketEmail: t.boolean({ description: 'Whether to send the ticket by mail. This requires a completed order.' }),
    requestKey: t.string({
      description: 'Idempotency key of your choice. A repeated request with the same key does not create a second attendee.',
    }),
  }),
});

type Draft = typeof AttendeeDraft.$inferInput;

/** Returns the value if it is an object, else null. */
export function toObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}

async function viewAfterChange(context: Context, attendee: AttendeeRecord, apiKey: string | null | undefined) {
  context.load.tickets.clearPlaces();
  context.load.tickets.attendee.prime(attendee.id, attendee);
  return viewAttendee(attendee, await loadAudience(context, { apiKey }));
}

const AttendeeChanges = builder.inputType('AttendeeChanges', {
  description: 'The fields of an attendee to change.',
  fields: (t) => ({
    fullName: t.string({ description: 'Full name of the person.' }),
    email: t.string({ description: 'Email address of the person.' }),
    status: t.string({
      ...oneOf(attendeeStates, "New status: one of the provider's statuses. The stock changes accordingly.", {
        old: "New status: one of the provider's statuses. The stock changes accordingly.",
      }),
    }),
    isOptedOut: t.boolean({ description: 'Whether to keep the attendee out of public lists.' }),
    extra: t.field({ type: 'JSON', description: 'Answers to further questions, as a JSON object.' }),
    isCheckedIn: t.boolean({
      description: 'True checks the attendee in and can only succeed once. False undoes the check-in and can be repeated.',
    }),
    sendTicketEmail: t.boolean({ description: 'True sends the ticket by mail, even if it was sent before.' }),
  }),
});

type Changes = typeof AttendeeChanges.$inferInput;

interface ChangeArguments {
  id: number;
  apiKey?: string | null | undefined;
  changes?: Changes | null | undefined;
}

async function requireAttendeeToChange({ load }: Context, id: number): Promise<AttendeeRecord> {
  const attendee = await load.tickets.attendee.load(id);
  if (!attendee) throw attendeeNotFound();
  checkProviderActive(attendee);
  return attendee;
}

const requireManager = guard(async ({ apiKey, changes }: ChangeArguments, context) => {
  checkPerson('changes', { email: changes?.email });
  await checkManagerOrKey(context, apiKey);
});

const idArgument = builder.args((t) => ({ id: t.int({ required: true, description: 'ID of the attendee.' }) }));

const getCheckInOrigin = ({ viewer }: Context) => ({ source: 'site', authorId: viewer.id }) as const;

builder.mutationFields((t) => ({
  createAttendee: t.field({
    type: Attendee,
    description: 'Registers an attendee for a ticket, and creates an order if the ticket is sold. For managers of attendees.',
    args: { draft: t.arg({ type: AttendeeDraft, required: true, description: 'The attendee to register.' }), ...keyArgument },
    ...guard(async ({ draft, apiKey }: { draft?: Draft; apiKey?: string | null | undefined }, context) => {
      // for the `Allow` header of a list, the draft contains at most the filters of the list
      if (draft?.fullName !== undefined) {
        checkPerson('draft', draft);
        const ticket = await context.load.tickets.ticket.load(draft.ticketId);
        if (!ticket?.post || ticket.status === 'trash') throw ticketNotFound();
      }
      await checkManagerOrKey(context, apiKey);
    }),
    resolve: async (_root, { draft, apiKey }, context) => {
      const ticket = (await context.load.tickets.ticket.load(draft.ticketId)) as TicketRecord;
      const attendee = await registerAttendee(context.site, ticket, {
        fullName: draft.fullName.trim(),
        email: draft.email,
        status: draft.status,
        isCheckedIn: draft.isCheckedIn,
        optout: draft.isOptedOut,
        extra: toObject(draft.extra),
        sendsTicket: draft.sendTicketEmail,
        callerId: context.viewer.id,
        requestKey: draft.requestKey ? `${context.viewer.id} ${draft.requestKey}` : computeRetryKey(context, draft),
      });
      return viewAfterChange(context, attendee, apiKey);
    },
  }),
  updateAttendee: t.field({
    type: Attendee,
    description: 'Changes an attendee, or checks them in; for managers of attendees.',
    args: {
      ...idArgument,
      changes: t.arg({ type: AttendeeChanges, required: true, description: 'The fields to change.' }),
      ...keyArgument,
    },
    ...requireManager,
    resolve: async (_root, { id, changes, apiKey }, context) => {
      const { isOptedOut, extra, sendTicketEmail, ...otherChanges } = changes;
      const input = {
        ...otherChanges,
        fullName: otherChanges.fullName?.trim() || null,
        optout: isOptedOut,
        extra: toObject(extra),
        sendsTicket: sendTicketEmail,
      };
      if (isCheckInOnly(input)) return viewAfterChange(context, await checkIn(context.site, id, getCheckInOrigin(context)), apiKey);
      const attendee = await requireAttendeeToChange(context, id);
      return viewAfterChange(context, await changeAttendee(context.site, attendee, input, context.viewer.id), apiKey);
    },
  }),
  checkInAttendee: t.field({
    type: Attendee,
    description: 'Checks an attendee in. Exactly one of several simultaneous calls succeeds. For managers of attendees.',
    args: { ...idArgument, ...keyArgument },
    ...requireManager,
    resolve: async (_root, { id, apiKey }, context) =>
      viewAfterChange(context, await checkIn(context.site, id, getCheckInOrigin(context)), apiKey),
  }),
  undoCheckIn: t.field({
    type: Attendee,
    description: 'Undoes a check-in; has no effect on an attendee who is not checked in. For managers of attendees.',
    args: { ...idArgument, ...keyArgument },
    ...requireManager,
    resolve: async (_root, { id, apiKey }, context) =>
      viewAfterChange(
        context,
        await changeAttendee(context.site, await requireAttendeeToChange(context, id), { isCheckedIn: false }, context.viewer.id),
        apiKey,
      ),
  }),
  removeAttendee: t.field({
    type: Attendee,
    description: 'Removes an attendee and releases the place. For managers of attendees.',
    args: { ...idArgument, ...keyArgument },
    ...requireManager,
    resolve: async (_root, { id, apiKey }, context) =>
      viewAfterChange(context, await removeAttendee(context.site, await requireAttendeeToChange(context, id)), apiKey),
  }),
}));
