import { checkOrganizesAttendee, checkOrganizesOrder, getOrganizedEvent } from '#app/domains/organize/access.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';

interface IdArgument {
  id: number;
}

/** Argument with the ID of an event. */
export const eventArgument = builder.args((t) => ({ eventId: t.int({ required: true, description: 'ID of the event.' }) }));

/** Argument with the ID of an order. */
export const orderArgument = builder.args((t) => ({ id: t.int({ required: true, description: 'ID of the order.' }) }));

/** Argument with the ID of an attendee. */
export const attendeeArgument = builder.args((t) => ({ id: t.int({ required: true, description: 'ID of the attendee.' }) }));

/** Throws `forbidden` unless the viewer may edit the event `eventId`. */
export async function checkOrganizesEvent({ eventId }: { eventId: number }, { site, viewer }: Context): Promise<void> {
  await getOrganizedEvent(site, viewer, eventId);
}

/** Permission of users who may edit the event `eventId`. */
export const requireEventEditor = guard(checkOrganizesEvent);

/** Permission of users who may edit the events of the order `id`. */
export const requireOrderEditor = guard(({ id }: IdArgument, { site, viewer }: Context) => checkOrganizesOrder(site, viewer, id));

/** Permission of users who may edit the event of the attendee `id`. */
export const requireAttendeeEditor = guard(({ id }: IdArgument, { site, viewer }: Context) => checkOrganizesAttendee(site, viewer, id));
