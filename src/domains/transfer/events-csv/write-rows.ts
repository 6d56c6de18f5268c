import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { cleanText, stripTags } from '#app/core/text/plain-text.ts';
import { buildSortTitle } from '#app/domains/content/search.rules.ts';
import { createEventsIn, type NewEvent } from '#app/domains/events/bulk.writer.ts';
import type { EventInput, OrganizerInput, VenueInput } from '#app/domains/events/inputs.ts';
import { createOrganizerIn, createVenueIn } from '#app/domains/events/linked.writer.ts';
import type { Site } from '#app/site.ts';
import { addTicket } from '#app/domains/tickets/ticket.service.ts';
import type { RsvpTicketInput } from './row-inputs.ts';

/** A valid row, with an image that was fetched before the transaction. */
export type NewRow<Input> = Pick<NewEvent, 'image'> & { input: Input };

/** State of a row before writing: `new`, `here` if the site already has its item, or a message that the event of a ticket is missing. */
export type RowState = 'new' | 'here' | { missing: string };

/** Writes rows of one kind in batches. */
export interface RowWriter<Input> {
  /** Kind of the items, and name of the tally account that counts them. */
  what: 'event' | 'venue' | 'organizer' | 'ticket';
  /** Returns a key that identifies an item. If several rows have the same key, only the first is imported. */
  getKey(input: Input): string;
  /** Returns the state of each row, compared with the site's content. */
  findStates(tx: Tx, inputs: readonly Input[]): Promise<RowState[]>;
  createAll(site: Site, tx: Tx, viewer: Viewer, rows: readonly NewRow<Input>[]): Promise<void>;
}

const selectContentsByTitle = statement(
  'csv_contents_named',
  `SELECT DISTINCT ON (c.title) c.title, c.id FROM content c
  WHERE c.kind = $1 AND c.status <> 'trash' AND c.sort_title = ANY($2::text[]) ORDER BY c.title, c.id`,
  rowShape({ title: 'text', id: 'int' }),
);
const selectEventsByStart = statement(
  'csv_events_starting',
  `SELECT c.title, to_char(e.start_local, 'YYYY-MM-DD"T"HH24:MI:SS') AS start FROM content c JOIN event e ON e.content_id = c.id
  WHERE c.kind = 'event' AND c.status <> 'trash' AND c.sort_title = ANY($1::text[]) AND e.start_local = ANY($2::timestamp[])`,
  rowShape({ title: 'text', start: 'text' }),
);

const normalizeTitle = (title: string | null | undefined) => stripTags(title ?? '').toLowerCase();
const listSortTitles = (titles: readonly (string | null | undefined)[]) => [
  ...new Set(titles.map((title) => buildSortTitle(stripTags(title ?? '')))),
];

/** Returns the IDs of content items of a kind with these titles, by lower-case title. */
async function findIdsByTitle(tx: Tx, kind: string, titles: readonly (string | null | undefined)[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { title, id } of await queryIn(tx, selectContentsByTitle, kind, listSortTitles(titles))) {
    const key = title.toLowerCase();
    ids.set(key, Math.min(id, ids.get(key) ?? id));
  }
  return ids;
}

const getEventKey = (title: string | null | undefined, start: string) => `${start} ${normalizeTitle(title)}`;

/** Events are identified by name and start. */
export const eventRowWriter: RowWriter<EventInput> = {
  what: 'event',
  getKey: ({ title, start }) => getEventKey(title, String(start)),
  async findStates(tx, inputs) {
    const starts = [...new Set(inputs.map(({ start }) => String(start)))];
    const rows = await queryIn(tx, selectEventsByStart, listSortTitles(inputs.map(({ title }) => title)), starts);
    const existingKeys = new Set(rows.map(({ title, start }) => getEventKey(title, start)));
    return inputs.map((input) => (existingKeys.has(eventRowWriter.getKey(input)) ? 'here' : 'new'));
  },
  createAll: async (site, tx, viewer, rows) => void (await createEventsIn(site, tx, viewer, rows, 'clamp')),
};

/** An input that its title identifies. */
export interface TitledInput {
  title?: string | null | undefined;
}

async function findStatesByTitle(tx: Tx, kind: string, inputs: readonly TitledInput[]): Promise<RowState[]> {
  const existingIds = await findIdsByTitle(
    tx,
    kind,
    inputs.map(({ title }) => title),
  );
  return inputs.map(({ title }) => (existingIds.has(normalizeTitle(title)) ? 'here' : 'new'));
}

/** Venues and organizers are identified by name. */
export const venueRowWriter: RowWriter<VenueInput> = {
  what: 'venue',
  getKey: ({ title }) => normalizeTitle(title),
  findStates: (tx, inputs) => findStatesByTitle(tx, 'venue', inputs),
  async createAll(site, tx, viewer, rows) {
    for (const { input, image } of rows) await createVenueIn(site, tx, viewer, input, { reusesExisting: false, image });
  },
};

export const organizerRowWriter: RowWriter<OrganizerInput> = {
  what: 'organizer',
  getKey: ({ title }) => normalizeTitle(title),
  findStates: (tx, inputs) => findStatesByTitle(tx, 'organizer', inputs),
  async createAll(site, tx, viewer, rows) {
    for (const { input, image } of rows) await createOrganizerIn(site, tx, viewer, input, { reusesExisting: false, image });
  },
};

const findEventIds = (tx: Tx, inputs: readonly RsvpTicketInput[]) =>
  findIdsByTitle(
    tx,
    'event',
    inputs.map(({ eventName }) => eventName),
  );

/** Tickets are identified by event and name. */
export const rsvpTicketRowWriter: RowWriter<RsvpTicketInput> = {
  what: 'ticket',
  getKey: ({ eventName, title }) => `${normalizeTitle(eventName)}\u0000${cleanText(title)}`,
  async findStates(tx, inputs) {
    const eventIds = await findEventIds(tx, inputs);
    const where = { postId: { in: [...eventIds.values()] }, provider: 'rsvp', status: { not: 'trash' } };
    const tickets = await tx.ticket.findMany({ where, select: { postId: true, title: true } });
    const existingTickets = new Set(tickets.map(({ postId, title }) => `${postId} ${title}`));
    return inputs.map(({ eventName, title }) => {
      const postId = eventIds.get(normalizeTitle(eventName));
      if (postId === undefined) return { missing: `there is no event "${eventName}"` };
      return existingTickets.has(`${postId} ${cleanText(title)}`) ? 'here' : 'new';
    });
  },
  async createAll(site, tx, viewer, rows) {
    const eventIds = await findEventIds(
      tx,
      rows.map(({ input }) => input),
    );
    for (const { input } of rows) {
      const postId = eventIds.get(normalizeTitle(input.eventName)) as number;
      await addTicket(site, tx, viewer, { postId, provider: 'rsvp' }, input);
    }
  },
};
