import { invalidArguments } from '#app/core/failures/failure.ts';
import { getIpNetwork } from '#app/core/limits/rate-bucket.ts';
import { viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import { completeHold } from '#app/domains/tickets/holds/complete-hold.ts';
import { type HoldKey, type HoldRecord, holdNotFound, readHold } from '#app/domains/tickets/holds/hold.record.ts';
import { holdPlaces, releaseHold } from '#app/domains/tickets/holds/hold.service.ts';
import { checkPerson } from '#app/domains/tickets/person.rules.ts';
import { publicAccess, guard } from '../../access.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { toObject } from '../attendee.mutations.ts';
import { Attendee } from '../refs.ts';
import { getAudience, loadAudience, checkManager, passwordArgument } from '../shared.ts';
import { attendeeStates } from '../enum-definitions.ts';
import { oneOf } from '../../public/public-mapping.ts';
import { lookupArgument } from '../../public/lookup.ts';
import { payload } from '../../public/payload.ts';
import { declareFormerName } from '../../public/former-names.ts';

/** Returns the key under which the holds of a caller are counted. */
export const getHoldOwnerKey = ({ viewer, client }: Context): string =>
  viewer.signedIn ? `user ${viewer.id}` : `address ${getIpNetwork(client.ip)}`;

const HoldLine = builder.prismaObject('TicketHoldItem', {
  name: 'HoldLine',
  description: 'Reserved places of one ticket.',
  fields: (t) => ({
    ticketId: t.exposeInt('ticketId', { description: 'ID of the ticket.' }),
    quantity: t.exposeInt('quantity', { description: 'Number of places.' }),
  }),
});

/** GraphQL type of the model `TicketHold`. The token is not stored. */
const Hold = builder.prismaObject('TicketHold', {
  name: 'Hold',
  description: 'Places that are reserved for a visitor until a certain time.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Time until which the places are reserved.' }),
    isOffer: t.boolean({
      description: 'Whether the hold was offered to a person on the waiting list.',
      resolve: (hold) => hold.entryId !== null,
    }),
    lines: t.relation('items', { type: HoldLine, description: 'Reserved places by ticket.', query: { orderBy: { ticketId: 'asc' } } }),
  }),
});

const HoldPayload = builder.objectRef<{ hold: HoldRecord; token: string }>('HoldPlacesPayload').implement({
  description: 'Reserved places, with the token that gives access to them.',
  fields: (t) => ({
    hold: t.expose('hold', { type: Hold, description: 'The hold with the reserved places.' }),
    token: t.exposeString('token', { description: 'Token that gives access to the hold. It is only returned here.' }),
  }),
});

export const HoldLineInput = builder.inputType('HoldLineInput', {
  description: 'Places of one ticket.',
  fields: (t) => ({
    ticketId: t.int({ required: true, description: 'ID of the ticket.' }),
    quantity: t.int({ required: true, description: 'Number of places, 1 to 100.' }),
  }),
});

const holdArguments = builder.args((t) => ({
  token: t.string({ description: 'Token of the hold.' }),
  id: t.int({
    ...lookupArgument('Hold', 'ID of the hold, instead of the token; for managers of attendees.', {
      token: { description: 'Token of the hold.', argument: 'token' },
    }),
  }),
}));

/** Access to a hold, or to an entry of a waiting list: the token, or the ID for managers. */
export interface HoldArguments {
  token?: string | null | undefined;
  id?: number | null | undefined;
}

/** Returns the key of the hold. Only managers may use its ID. */
export function toHoldKey(context: Context, { token, id }: HoldArguments): HoldKey {
  if (typeof token === 'string' && typeof id !== 'number') return { token };
  if (typeof token === 'string' || typeof id !== 'number') throw invalidArguments({ token: 'Pass either `token` or `id`.' });
  checkManager(context);
  return { id };
}

builder.queryField('hold', (t) =>
  t.prismaField({
    type: Hold,
    nullable: true,
    description:
      'A hold with its reserved places, by its token; null once the reservation has ended. Managers of attendees can use its ID instead.',
    args: holdArguments,
    ...guard((args: HoldArguments, context) => void toHoldKey(context, args)),
    resolve: (query, _root, args, context) => readHold(context.site, toHoldKey(context, args), query),
  }),
);

const GuestDraft = builder.inputType('GuestDraft', {
  description: 'A person who gets one of the reserved places.',
  fields: (t) => ({
    ticketId: t.int({ required: true, description: "ID of the person's ticket." }),
    fullName: t.string({ required: true, description: 'Full name; must not be blank.' }),
    email: t.string({ required: true, description: 'Email address of the person.' }),
    isOptedOut: t.boolean({ description: 'Whether to keep this person out of public attendee lists; true by default.' }),
    extra: t.field({ type: 'JSON', description: 'Answers to further questions, as a JSON object.' }),
  }),
});

builder.mutationFields((t) => ({
  holdPlaces: t.field({
    type: HoldPayload,
    ...publicAccess,
    description:
      'Reserves places for a checkout for the number of minutes in the setting `hold_minutes`. If not all places are free, none are reserved. Tickets must be on sale, unless you manage attendees. A cart itself reserves no places.',
    args: { lines: t.arg({ type: [HoldLineInput], required: true, description: 'The places to reserve.' }), ...passwordArgument },
    resolve: async (_root, { lines, ...credentials }, context) => {
      const hold = await holdPlaces(context.site, {
        audience: await loadAudience(context, credentials),
        caller: getHoldOwnerKey(context),
        lines,
      });
      context.load.tickets.clearTickets();
      return hold;
    },
  }),
  releaseHold: t.boolean({
    ...payload('isReleased', 'True once the places are released.'),
    description: 'Releases reserved places and returns true. Error code `hold_not_found`: the places were already released.',
    args: holdArguments,
    ...guard((args: HoldArguments, context) => void toHoldKey(context, args)),
    resolve: async (_root, args, context) => {
      await releaseHold(context.site, toHoldKey(context, args));
      context.load.tickets.clearTickets();
      return true;
    },
  }),
  completeHold: t.field({
    ...declareFormerName('checkOutHold'),
    type: [Attendee],
    complexity: 20,
    description:
      'Creates an attendee for each guest and ends the hold, in one transaction, so that other visitors cannot take the places. Places without a guest are released. The first guest is the purchaser. For managers of attendees.',
    args: {
      guests: t.arg({ type: [GuestDraft], required: true, description: 'People who get the places, at most one for each reserved place.' }),
      status: t.arg.string({
        ...oneOf(
          attendeeStates,
          'Status of the new attendees: one of the provider’s statuses. By default, a status that admits the attendees.',
          {
            old: "Status of the new attendees: one of the provider's statuses; by default `yes` or `completed`.",
          },
        ),
      }),
      ...holdArguments,
    },
    ...guard(({ guests }: HoldArguments & { guests?: (typeof GuestDraft.$inferInput)[] }, context) => {
      guests?.forEach((guest, index) => checkPerson(`guests.${index}`, guest));
      checkManager(context);
    }),
    resolve: async (_root, { guests, status, ...keyArguments }, context) => {
      const key = toHoldKey(context, keyArguments);
      const ids = await completeHold(context.site, key, {
        guests: guests.map(({ isOptedOut, extra, ...guest }) => ({
          ...guest,
          fullName: guest.fullName.trim(),
          optout: isOptedOut,
          extra: toObject(extra),
        })),
        ...(typeof status === 'string' && { getStatus: () => status }),
        callerId: context.viewer.id,
      });
      const { tickets } = context.load;
      tickets.clearTickets();
      const viewerAudience = getAudience(context);
      return (await Promise.all(ids.map((id) => tickets.attendee.load(id)))).map((attendee) => {
        if (!attendee) throw holdNotFound();
        return viewAttendee(attendee, viewerAudience);
      });
    },
  }),
}));
