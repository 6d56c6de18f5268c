import type { Viewer } from '../auth/viewer.ts';
import type { Tx } from '../core/db/database.ts';
import { cleanText, stripTags } from '../core/text/plain-text.ts';
import type { ImageChoice } from '../events/images.ts';
import { createEvent } from '../events/event.writer.ts';
import type { EventInput, OrganizerInput, VenueInput } from '../events/inputs.ts';
import { createOrganizer, createVenue } from '../events/linked.writer.ts';
import type { Site } from '../site.ts';
import { addTicket } from '../tickets/ticket.service.ts';
import type { ReplyTicketInput } from './row-inputs.ts';

/** How rows of one sort are written. */
export interface RowWriter<Input> {
  what: 'event' | 'venue' | 'organizer' | 'ticket';
  /** Why the row cannot come in though it reads well: something that it names is not here. */
  missing?(tx: Tx, input: Input): Promise<string | null>;
  /** The id of what the row names, if it is here already. */
  find(tx: Tx, input: Input): Promise<number | null>;
  create(site: Site, tx: Tx, viewer: Viewer, input: Input, image: ImageChoice | undefined): Promise<void>;
}

const named = `SELECT c.id FROM content c WHERE c.kind = $1 AND c.status <> 'trash' AND lower(c.title) = lower($2) ORDER BY c.id LIMIT 1`;
const startingAt = `SELECT c.id FROM event e JOIN content c ON c.id = e.content_id
  WHERE e.start_local = $2::timestamp AND c.status <> 'trash' AND lower(c.title) = lower($1) ORDER BY c.id LIMIT 1`;

const findNamed = async (tx: Tx, kind: string, title: string | null | undefined) =>
  (await tx.$queryRawUnsafe<{ id: number }[]>(named, kind, stripTags(title ?? '')))[0]?.id ?? null;

/** Events are the same when name and start are. */
export const eventRows: RowWriter<EventInput> = {
  what: 'event',
  find: async (tx, { title, start }) =>
    (await tx.$queryRawUnsafe<{ id: number }[]>(startingAt, stripTags(title ?? ''), String(start)))[0]?.id ?? null,
  create: async (site, tx, viewer, input, image) =>
    void (await createEvent(site, tx, viewer, input, { whenReversed: 'clamp', images: { event: image, drafts: new Map() } })),
};

/** Venues and organizers are the same when their names are. */
export const venueRows: RowWriter<VenueInput> = {
  what: 'venue',
  find: (tx, { title }) => findNamed(tx, 'venue', title),
  create: async (site, tx, viewer, input, image) => void (await createVenue(site, tx, viewer, input, { reusesTwin: false, image })),
};

export const organizerRows: RowWriter<OrganizerInput> = {
  what: 'organizer',
  find: (tx, { title }) => findNamed(tx, 'organizer', title),
  create: async (site, tx, viewer, input, image) => void (await createOrganizer(site, tx, viewer, input, { reusesTwin: false, image })),
};

const eventNamed = (tx: Tx, { eventName }: ReplyTicketInput) => findNamed(tx, 'event', eventName);

/** Tickets are the same when event and name are. */
export const replyTicketRows: RowWriter<ReplyTicketInput> = {
  what: 'ticket',
  missing: async (tx, input) => ((await eventNamed(tx, input)) === null ? `there is no event "${input.eventName}"` : null),
  find: async (tx, input) => {
    const postId = await eventNamed(tx, input);
    const where = { postId, provider: 'rsvp', title: cleanText(input.title), status: { not: 'trash' } };
    return (await tx.ticket.findFirst({ where, orderBy: { id: 'asc' }, select: { id: true } }))?.id ?? null;
  },
  create: async (site, tx, viewer, input) => {
    const postId = (await eventNamed(tx, input)) as number;
    await addTicket(site, tx, viewer, { postId, provider: 'rsvp' }, input);
  },
};
