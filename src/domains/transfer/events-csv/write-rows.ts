import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { answer } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import { cleanText, stripTags } from '#app/core/text/plain-text.ts';
import type { ImageChoice } from '#app/domains/events/images.ts';
import { createEvent } from '#app/domains/events/event.writer.ts';
import type { EventInput, Link, OrganizerInput, VenueInput } from '#app/domains/events/inputs.ts';
import { createOrganizer, createVenue } from '#app/domains/events/linked.writer.ts';
import type { Site } from '#app/site.ts';
import { addTicket } from '#app/domains/tickets/ticket.service.ts';
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

const named = statement(
  'csv_content_named',
  `SELECT c.id FROM content c WHERE c.kind = $1 AND c.status <> 'trash' AND lower(c.title) = lower($2) ORDER BY c.id LIMIT 1`,
  answer({ id: 'int' }),
);
const startingAt = statement(
  'csv_event_starting_at',
  `SELECT c.id FROM event e JOIN content c ON c.id = e.content_id
  WHERE e.start_local = $2::timestamp AND c.status <> 'trash' AND lower(c.title) = lower($1) ORDER BY c.id LIMIT 1`,
  answer({ id: 'int' }),
);

const findNamed = async (tx: Tx, kind: string, title: string | null | undefined) =>
  (await rowsIn(tx, named, kind, stripTags(title ?? '')))[0]?.id ?? null;

/** Venues and organizers that the rows of one transaction named before, by kind and name: most rows of a table share a few. */
const namedBefore = new WeakMap<Tx, Map<string, number>>();

async function idsOf<Draft extends { title?: string | null | undefined }>(
  tx: Tx,
  kind: string,
  links: readonly Link<Draft>[] | null | undefined,
  make: (draft: Draft) => Promise<{ id: number }>,
): Promise<readonly Link<Draft>[] | null | undefined> {
  if (!links) return links;
  const known = namedBefore.get(tx) ?? new Map<string, number>();
  namedBefore.set(tx, known);
  const ids: Link<Draft>[] = [];
  for (const link of links) {
    const { draft } = link;
    if (!draft) {
      ids.push(link);
      continue;
    }
    const name = `${kind} ${draft.title?.toLowerCase()}`;
    const id = known.get(name) ?? (await make(draft)).id;
    known.set(name, id);
    ids.push({ id });
  }
  return ids;
}

async function withLinks(site: Site, tx: Tx, viewer: Viewer, input: EventInput): Promise<EventInput> {
  const twin = { reusesTwin: true, image: undefined };
  return {
    ...input,
    venues: await idsOf(tx, 'venue', input.venues, (draft) => createVenue(site, tx, viewer, draft, twin)),
    organizers: await idsOf(tx, 'organizer', input.organizers, (draft) => createOrganizer(site, tx, viewer, draft, twin)),
  };
}

/** Events are the same when name and start are. */
export const eventRows: RowWriter<EventInput> = {
  what: 'event',
  find: async (tx, { title, start }) => (await rowsIn(tx, startingAt, stripTags(title ?? ''), String(start)))[0]?.id ?? null,
  create: async (site, tx, viewer, input, image) => {
    const linked = await withLinks(site, tx, viewer, input);
    await createEvent(site, tx, viewer, linked, { whenReversed: 'clamp', images: { event: image, drafts: new Map() } });
  },
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
