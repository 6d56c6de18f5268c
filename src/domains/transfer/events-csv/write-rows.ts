import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import { cleanText, stripTags } from '#app/core/text/plain-text.ts';
import { sortTitleOf } from '#app/domains/content/search.rules.ts';
import { createEvents, type NewEvent } from '#app/domains/events/bulk.writer.ts';
import type { EventInput, OrganizerInput, VenueInput } from '#app/domains/events/inputs.ts';
import { insertOrganizer, insertVenue } from '#app/domains/events/linked.writer.ts';
import type { Site } from '#app/site.ts';
import { addTicket } from '#app/domains/tickets/ticket.service.ts';
import type { ReplyTicketInput } from './row-inputs.ts';

/** A valid row with its image, which was fetched before the transaction. */
export type NewRow<Input> = Pick<NewEvent, 'image'> & { input: Input };

/** State of a row before writing: importable, already here, or with a reference to something missing. */
export type RowState = 'new' | 'here' | { missing: string };

/** Writes rows of one kind in batches. */
export interface RowWriter<Input> {
  what: 'event' | 'venue' | 'organizer' | 'ticket';
  /** Identifies an item. Of several rows with the same key, the first is imported. */
  keyOf(input: Input): string;
  /** Returns the state of each row, compared with the site's content. */
  statesOf(tx: Tx, inputs: readonly Input[]): Promise<RowState[]>;
  createAll(site: Site, tx: Tx, viewer: Viewer, rows: readonly NewRow<Input>[]): Promise<void>;
}

const named = statement(
  'csv_contents_named',
  `SELECT DISTINCT ON (c.title) c.title, c.id FROM content c
  WHERE c.kind = $1 AND c.status <> 'trash' AND c.sort_title = ANY($2::text[]) ORDER BY c.title, c.id`,
  rowShape({ title: 'text', id: 'int' }),
);
const starting = statement(
  'csv_events_starting',
  `SELECT c.title, to_char(e.start_local, 'YYYY-MM-DD"T"HH24:MI:SS') AS start FROM content c JOIN event e ON e.content_id = c.id
  WHERE c.kind = 'event' AND c.status <> 'trash' AND c.sort_title = ANY($1::text[]) AND e.start_local = ANY($2::timestamp[])`,
  rowShape({ title: 'text', start: 'text' }),
);

const nameOf = (title: string | null | undefined) => stripTags(title ?? '').toLowerCase();
const orders = (titles: readonly (string | null | undefined)[]) => [...new Set(titles.map((title) => sortTitleOf(stripTags(title ?? ''))))];

/** Returns the IDs of a kind's contents with these titles, by lower-case title. */
async function idsNamed(tx: Tx, kind: string, titles: readonly (string | null | undefined)[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { title, id } of await rowsIn(tx, named, kind, orders(titles))) {
    const name = title.toLowerCase();
    ids.set(name, Math.min(id, ids.get(name) ?? id));
  }
  return ids;
}

const keyOfEvent = (title: string | null | undefined, start: string) => `${start} ${nameOf(title)}`;

/** Events are identified by name and start. */
export const eventRows: RowWriter<EventInput> = {
  what: 'event',
  keyOf: ({ title, start }) => keyOfEvent(title, String(start)),
  async statesOf(tx, inputs) {
    const starts = [...new Set(inputs.map(({ start }) => String(start)))];
    const rows = await rowsIn(tx, starting, orders(inputs.map(({ title }) => title)), starts);
    const here = new Set(rows.map(({ title, start }) => keyOfEvent(title, start)));
    return inputs.map((input) => (here.has(eventRows.keyOf(input)) ? 'here' : 'new'));
  },
  createAll: async (site, tx, viewer, rows) => void (await createEvents(site, tx, viewer, rows, 'clamp')),
};

interface Named {
  title?: string | null | undefined;
}

async function statesByName(tx: Tx, kind: string, inputs: readonly Named[]): Promise<RowState[]> {
  const here = await idsNamed(
    tx,
    kind,
    inputs.map(({ title }) => title),
  );
  return inputs.map(({ title }) => (here.has(nameOf(title)) ? 'here' : 'new'));
}

/** Venues and organizers are identified by name. */
export const venueRows: RowWriter<VenueInput> = {
  what: 'venue',
  keyOf: ({ title }) => nameOf(title),
  statesOf: (tx, inputs) => statesByName(tx, 'venue', inputs),
  async createAll(site, tx, viewer, rows) {
    for (const { input, image } of rows) await insertVenue(site, tx, viewer, input, { reusesExisting: false, image });
  },
};

export const organizerRows: RowWriter<OrganizerInput> = {
  what: 'organizer',
  keyOf: ({ title }) => nameOf(title),
  statesOf: (tx, inputs) => statesByName(tx, 'organizer', inputs),
  async createAll(site, tx, viewer, rows) {
    for (const { input, image } of rows) await insertOrganizer(site, tx, viewer, input, { reusesExisting: false, image });
  },
};

const eventsOf = (tx: Tx, inputs: readonly ReplyTicketInput[]) =>
  idsNamed(
    tx,
    'event',
    inputs.map(({ eventName }) => eventName),
  );

/** Tickets are identified by event and name. */
export const replyTicketRows: RowWriter<ReplyTicketInput> = {
  what: 'ticket',
  keyOf: ({ eventName, title }) => `${nameOf(eventName)}\u0000${cleanText(title)}`,
  async statesOf(tx, inputs) {
    const events = await eventsOf(tx, inputs);
    const where = { postId: { in: [...events.values()] }, provider: 'rsvp', status: { not: 'trash' } };
    const tickets = await tx.ticket.findMany({ where, select: { postId: true, title: true } });
    const here = new Set(tickets.map(({ postId, title }) => `${postId} ${title}`));
    return inputs.map(({ eventName, title }) => {
      const postId = events.get(nameOf(eventName));
      if (postId === undefined) return { missing: `there is no event "${eventName}"` };
      return here.has(`${postId} ${cleanText(title)}`) ? 'here' : 'new';
    });
  },
  async createAll(site, tx, viewer, rows) {
    const events = await eventsOf(
      tx,
      rows.map(({ input }) => input),
    );
    for (const { input } of rows) {
      const postId = events.get(nameOf(input.eventName)) as number;
      await addTicket(site, tx, viewer, { postId, provider: 'rsvp' }, input);
    }
  },
};
