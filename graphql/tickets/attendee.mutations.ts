import { viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import { changeAttendee, isCheckInOnly, removeAttendee } from '#app/domains/tickets/attendee.service.ts';
import type { AttendeeRecord } from '#app/domains/tickets/attendee.record.ts';
import { ticketGone, unknownAttendee } from '#app/domains/tickets/failures.ts';
import { checkIn } from '#app/domains/tickets/check-in.service.ts';
import { checkPerson } from '#app/domains/tickets/person.rules.ts';
import { checkProviderActive } from '#app/domains/tickets/providers.ts';
import { register } from '#app/domains/tickets/registration.ts';
import type { TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Attendee } from './refs.ts';
import { retryKeyOf } from './retry-key.ts';
import { audienceWith, checkManager, keyArgument } from './shared.ts';
import { attendeeStates } from './closed-sets.ts';
import { oneOf } from '../public/public-mapping.ts';

const AttendeeDraft = builder.inputType('AttendeeDraft', {
  description: 'Someone who is to be registered.',
  fields: (t) => ({
    ticketId: t.int({ required: true, description: 'For this ticket.' }),
    fullName: t.string({ required: true, description: 'Full name, not blank.' }),
    email: t.string({ required: true, description: 'E-mail address of the person.' }),
    status: t.string({
      ...oneOf(
        attendeeStates,
        'A status of the provider: a reply for registrations, usually YES; the state of an order for shops, usually COMPLETED.',
        {
          old: "One of the provider's: `yes` (the usual one) or `no` for registrations, the status of an order for shops, usually `completed`.",
        },
      ),
    }),
    isCheckedIn: t.boolean({ description: 'Whether they are here already.' }),
    isOptedOut: t.boolean({ description: 'Whether they are kept from public lists; true unless said otherwise, but not for the shop.' }),
    extra: t.field({ type: 'JSON', description: 'Answers to further questions.' }),
    sendTicketEmail: t.boolean({ description: 'Whether they are mailed their ticket; only a settled place has one.' }),
    requestKey: t.string({ description: 'A text of your own: the same draft sent again with it makes no second attendee.' }),
  }),
});

type Draft = typeof AttendeeDraft.$inferInput;

/** A member that is an object, or nothing. */
export function asMap(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}

async function shown(context: Context, attendee: AttendeeRecord, apiKey: string | null | undefined) {
  context.load.tickets.forgetPlaces();
  context.load.tickets.attendee.prime(attendee.id, attendee);
  return viewAttendee(attendee, await audienceWith(context, { apiKey }));
}

builder.mutationField('createAttendee', (t) =>
  t.field({
    type: Attendee,
    description:
      'Registers someone for a ticket, with an order where the ticket is sold. Takes a place when the status holds one; for managers of attendees.',
    args: { draft: t.arg({ type: AttendeeDraft, required: true, description: 'Whom, and for what.' }), ...keyArgument },
    ...guard(async ({ draft, apiKey }: { draft?: Draft; apiKey?: string | null | undefined }, context) => {
      if (draft) {
        checkPerson('draft', draft);
        const ticket = await context.load.tickets.ticket.load(draft.ticketId);
        if (!ticket?.post || ticket.status === 'trash') throw ticketGone();
      }
      await checkManager(context, apiKey);
    }),
    resolve: async (_root, { draft, apiKey }, context) => {
      const ticket = (await context.load.tickets.ticket.load(draft.ticketId)) as TicketRecord;
      const attendee = await register(context.site, ticket, {
        fullName: draft.fullName.trim(),
        email: draft.email,
        status: draft.status,
        isCheckedIn: draft.isCheckedIn,
        optout: draft.isOptedOut,
        extra: asMap(draft.extra),
        sendsTicket: draft.sendTicketEmail,
        callerId: context.viewer.id,
        requestKey: draft.requestKey ? `${context.viewer.id} ${draft.requestKey}` : retryKeyOf(context, draft),
      });
      return shown(context, attendee, apiKey);
    },
  }),
);

const AttendeeChanges = builder.inputType('AttendeeChanges', {
  description: 'What changes of an attendee.',
  fields: (t) => ({
    fullName: t.string({ description: 'Full name of the person.' }),
    email: t.string({ description: 'E-mail address of the person.' }),
    status: t.string({
      ...oneOf(attendeeStates, 'Another status of the provider; its place moves along.', {
        old: 'Another status of the provider; its place moves along.',
      }),
    }),
    isOptedOut: t.boolean({ description: 'Whether they are kept from public lists.' }),
    extra: t.field({ type: 'JSON', description: 'Answers to further questions.' }),
    isCheckedIn: t.boolean({ description: 'True lets them in, once; false takes that back, any number of times.' }),
    sendTicketEmail: t.boolean({ description: 'True mails their ticket, also once more.' }),
  }),
});

type Changes = typeof AttendeeChanges.$inferInput;

interface Act {
  id: number;
  apiKey?: string | null | undefined;
  changes?: Changes | null | undefined;
}

async function attendeeToChange({ load }: Context, id: number): Promise<AttendeeRecord> {
  const attendee = await load.tickets.attendee.load(id);
  if (!attendee) throw unknownAttendee();
  checkProviderActive(attendee);
  return attendee;
}

const managersOnly = guard(async ({ apiKey, changes }: Act, context) => {
  checkPerson('changes', { email: changes?.email });
  await checkManager(context, apiKey);
});

const idArgument = builder.args((t) => ({ id: t.int({ required: true, description: 'Number of the attendee.' }) }));

const bySite = ({ viewer }: Context) => ({ source: 'site', authorId: viewer.id }) as const;

builder.mutationField('updateAttendee', (t) =>
  t.field({
    type: Attendee,
    description: 'Changes an attendee, or lets them in; for managers of attendees.',
    args: {
      ...idArgument,
      changes: t.arg({ type: AttendeeChanges, required: true, description: 'The fields to change.' }),
      ...keyArgument,
    },
    ...managersOnly,
    resolve: async (_root, { id, changes, apiKey }, context) => {
      const { isOptedOut, extra, sendTicketEmail, ...rest } = changes;
      const given = {
        ...rest,
        fullName: rest.fullName?.trim() || null,
        optout: isOptedOut,
        extra: asMap(extra),
        sendsTicket: sendTicketEmail,
      };
      if (isCheckInOnly(given)) return shown(context, await checkIn(context.site, id, bySite(context)), apiKey);
      const known = await attendeeToChange(context, id);
      return shown(context, await changeAttendee(context.site, known, given, context.viewer.id), apiKey);
    },
  }),
);

builder.mutationField('checkInAttendee', (t) =>
  t.field({
    type: Attendee,
    description: 'Lets someone in. Of several calls at once exactly one succeeds; for managers of attendees.',
    args: { ...idArgument, ...keyArgument },
    ...managersOnly,
    resolve: async (_root, { id, apiKey }, context) => shown(context, await checkIn(context.site, id, bySite(context)), apiKey),
  }),
);

builder.mutationField('undoCheckIn', (t) =>
  t.field({
    type: Attendee,
    description: 'Takes a check-in back; nothing happens to someone who is not checked in. For managers of attendees.',
    args: { ...idArgument, ...keyArgument },
    ...managersOnly,
    resolve: async (_root, { id, apiKey }, context) =>
      shown(
        context,
        await changeAttendee(context.site, await attendeeToChange(context, id), { isCheckedIn: false }, context.viewer.id),
        apiKey,
      ),
  }),
);

builder.mutationField('removeAttendee', (t) =>
  t.field({
    type: Attendee,
    description: 'Removes an attendee; the place becomes free. For managers of attendees.',
    args: { ...idArgument, ...keyArgument },
    ...managersOnly,
    resolve: async (_root, { id, apiKey }, context) =>
      shown(context, await removeAttendee(context.site, await attendeeToChange(context, id)), apiKey),
  }),
);
