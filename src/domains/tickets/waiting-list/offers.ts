import { rowShape, type ShapedRow, columns, withColumns } from '#app/core/db/columns.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { queueMailTo } from '#app/core/mail/outbox.ts';
import { processEach } from '#app/core/jobs/process-each.ts';
import type { Site } from '#app/site.ts';
import { lockPlaces } from '../lock-order.ts';
import { takePlaces, tryTakePlaces } from '../places.ts';
import { isSaleOpen } from '../sale-window.rules.ts';
import { getSaleZone } from '../selling-post.ts';
import { readTicket } from '../ticket.reader.ts';
import type { TicketRecord } from '../ticket.record.ts';
import { offerMinutes } from '../tickets.settings.ts';
import { MAX_PASSES, passOverFirst, passOverUnserved, releaseUnusablePlaces } from './pass-over.ts';

/**
 * Identifies tickets that may have free places: the tickets of `ticketIds` and the tickets that share places with them, or all tickets that share
 * places of a post.
 */
export interface ReleasedPlaces {
  ticketIds?: readonly number[];
  sharedPostId?: number;
}

const waitingTickets = statement(
  'tickets_waited_for',
  `SELECT t.id FROM (SELECT id FROM ticket WHERE id = ANY($1::int[])
      UNION SELECT id FROM ticket WHERE stock_mode IN ('capped', 'global') AND post_id = ANY($2::int
        || ARRAY(SELECT post_id FROM ticket WHERE id = ANY($1::int[]) AND stock_mode IN ('capped', 'global')))) t
  WHERE EXISTS (SELECT 1 FROM waiting_entry w WHERE w.ticket_id = t.id AND w.status = 'waiting')
    OR EXISTS (SELECT 1 FROM waiting_entry w WHERE w.ticket_id = t.id AND w.set_aside > 0) ORDER BY t.id`,
  rowShape({ id: 'int' }),
);

const entryColumns = columns('WaitingEntry', 'w', { only: ['id', 'ticketId', 'quantity', 'setAside'] });
const waitingColumns = withColumns(entryColumns, { keyHash: 'text' });

/**
 * Returns the first entry for which the free places suffice, or that was passed over so often that places are set aside for it. Finds the first entry
 * of each ticket, then the first of these entries, because reading by ID would start with very old entries.
 */
const firstServed = statement(
  'first_waiting_served',
  `SELECT ${entryColumns.list}, w.key_hash AS "keyHash" FROM waiting_entry w
  WHERE w.status = 'waiting' AND w.id = ANY(ARRAY(SELECT (
    SELECT f.id FROM waiting_entry f WHERE f.ticket_id = of.id AND f.status = 'waiting'
      AND (f.quantity - f.set_aside <= of.free OR (f.passed_over >= ${MAX_PASSES} AND of.free > 0 AND f.quantity <= of.most))
      ORDER BY f.id LIMIT 1)
    FROM places_of_tickets($1::int[]) of))
  ORDER BY w.id LIMIT 1 FOR UPDATE`,
  waitingColumns,
);

type WaitingEntryRow = ShapedRow<typeof waitingColumns>;

const isOnSale = (site: Site, ticket: TicketRecord) =>
  ticket.status === 'publish' &&
  ticket.post?.status === 'publish' &&
  isSaleOpen(ticket, getSaleZone(site, ticket.post), ticket.post.endUtc, now());

/**
 * Returns the IDs of the requested tickets, and of tickets that share places with them, that are on sale and have a waiting list. Also releases
 * places that are set aside for entries that can no longer use them.
 */
async function findServedTicketIds(site: Site, tx: Tx, { ticketIds = [], sharedPostId = 0 }: ReleasedPlaces): Promise<number[]> {
  const candidates = await queryIn(tx, waitingTickets, ticketIds, sharedPostId);
  if (candidates.length === 0) return [];
  const servedIds: number[] = [];
  for (const { id } of candidates) {
    const ticket = await readTicket(tx, id);
    if (ticket && isOnSale(site, ticket)) servedIds.push(id);
  }
  await releaseUnusablePlaces(
    tx,
    candidates.map(({ id }) => id),
    servedIds,
  );
  return servedIds;
}

/**
 * Offers free places to waiting entries inside the caller's transaction, so that nobody else gets the places meanwhile. Always chooses the first
 * entry in the list for which the places suffice. The first entry of a list is passed over at most three times; then places are set aside for this
 * entry until they suffice. Places that no entry can use stay on sale. An offer is a hold that expires. Returns the IDs of the entries that got an
 * offer, and of those that were passed over. The places must be locked.
 */
async function offerPlaces(site: Site, tx: Tx, ticketIds: readonly number[]): Promise<{ offered: number[]; passed: number[] }> {
  const [offered, passed]: [number[], number[]] = [[], []];
  for (;;) {
    const [entry] = ticketIds.length === 0 ? [] : await queryIn(tx, firstServed, ticketIds);
    if (!entry) return { offered, passed };
    const missing = entry.quantity - entry.setAside;
    const { outcome, available } = await tryTakePlaces(tx, entry.ticketId, missing);
    if (outcome === 'taken') {
      await createOffer(site, tx, entry);
      offered.push(entry.id);
      passed.push(...(await passOverFirst(tx, entry, ticketIds)));
    } else if (available > 0) {
      await tryTakePlaces(tx, entry.ticketId, available);
      await tx.waitingEntry.update({ where: { id: entry.id }, data: { setAside: { increment: available } }, select: { id: true } });
    } else return { offered, passed };
  }
}

/**
 * Offers released places (see `offerPlaces`), and returns the IDs of the entries that got an offer. If no entry can use the places, counts the first
 * entries as passed over.
 */
export async function offerReleasedPlaces(site: Site, tx: Tx, source: ReleasedPlaces): Promise<number[]> {
  const ticketIds = await findServedTicketIds(site, tx, source);
  if (ticketIds.length === 0) return [];
  const { offered, passed } = await offerPlaces(site, tx, ticketIds);
  await passOverUnserved(tx, ticketIds, passed);
  return offered;
}

/** Offers free places after a list changed or a sale began. Counts no entry as passed over, because the places were already on sale. */
export async function offerAvailablePlaces(site: Site, tx: Tx, source: ReleasedPlaces): Promise<number[]> {
  return (await offerPlaces(site, tx, await findServedTicketIds(site, tx, source))).offered;
}

async function createOffer(site: Site, tx: Tx, { id, ticketId, quantity, keyHash }: WaitingEntryRow): Promise<void> {
  const moment = now();
  await tx.ticketHold.create({
    data: {
      keyHash,
      callerHash: '',
      entryId: id,
      createdUtc: moment,
      expiresAt: new Date(moment.getTime() + site.settings.get(offerMinutes) * 60_000),
      items: { create: { ticketId, quantity } },
    },
    select: { id: true },
  });
  await tx.waitingEntry.update({ where: { id }, data: { status: 'offered', setAside: 0, changedUtc: moment }, select: { id: true } });
  await queueMailTo(site, tx, 'offer', id);
}

const waitingEntry = statement(
  'waiting_entry_to_offer',
  `SELECT ${entryColumns.list}, w.key_hash AS "keyHash" FROM waiting_entry w WHERE w.id = $1 AND w.status = 'waiting' FOR UPDATE`,
  waitingColumns,
);

/**
 * Offers free places to one entry out of order, for an organizer. Counts no entry as passed over. Does not check permissions. Throws `not_waiting`
 * for an entry that is not waiting, `not_on_sale`, `insufficient_stock`.
 */
export async function offerPlacesToEntry(site: Site, id: number, ticketId: number): Promise<void> {
  await site.db.transaction(async (tx) => {
    await lockPlaces(tx, { ticketIds: [ticketId] });
    const [entry] = await queryIn(tx, waitingEntry, id);
    if (!entry) throw new Failure('not_waiting', 409, 'This entry is no longer waiting.');
    const ticket = await readTicket(tx, entry.ticketId);
    if (!ticket || !isOnSale(site, ticket)) throw new Failure('not_on_sale', 409, 'This ticket is not on sale.');
    if ((await takePlaces(tx, entry.ticketId, entry.quantity - entry.setAside)) === 'gone')
      throw new Failure('not_on_sale', 409, 'This ticket is not on sale.');
    await createOffer(site, tx, entry);
  });
}

/** Mails an offer again. Throws `no_offer` for an entry without an offer. */
export async function resendOffer(site: Site, id: number): Promise<void> {
  await site.db.transaction(async (tx) => {
    const offer = await tx.ticketHold.findFirst({ where: { entryId: id, expiresAt: { gt: now() } }, select: { id: true } });
    if (!offer) throw new Failure('no_offer', 409, 'This entry has no offer at the moment.');
    await queueMailTo(site, tx, 'offer', id);
  });
}

const postsWithWaiting = statement(
  'posts_with_waiting',
  `WITH waiting AS MATERIALIZED (SELECT DISTINCT ticket_id FROM waiting_entry WHERE status = 'waiting' OR set_aside > 0)
  SELECT DISTINCT t.post_id AS id FROM waiting w JOIN ticket t ON t.id = w.ticket_id
  WHERE t.post_id > $2::int AND ($1::int IS NULL OR t.post_id = $1::int) ORDER BY 1 LIMIT $3::int`,
  rowShape({ id: 'int' }),
);

/** Yields posts with waiting entries: of one post, or of all posts if `postId` is null. Reads `batchSize` posts per statement. */
async function* iterateWaitingPosts(site: Site, postId: number | null, batchSize: number): AsyncGenerator<{ id: number }> {
  for (let lastId: number | undefined = 0; lastId !== undefined; ) {
    const posts: { id: number }[] = await site.db.rows(postsWithWaiting, [postId, lastId, batchSize]);
    yield* posts;
    lastId = posts.length < batchSize ? undefined : posts.at(-1)?.id;
  }
}

const ticketsWithWaiting = statement(
  'tickets_with_waiting',
  `SELECT DISTINCT t.id FROM waiting_entry w JOIN ticket t ON t.id = w.ticket_id
  WHERE (w.status = 'waiting' OR w.set_aside > 0) AND t.post_id = $1 ORDER BY 1`,
  rowShape({ id: 'int' }),
);

/**
 * Offers free places to waiting entries of a post, or of all posts, because a sale may have begun. Returns the IDs of the entries that got an offer.
 */
export async function offerFreePlaces(site: Site, postId: number | null = null, batchSize = 1_000): Promise<number[]> {
  const posts = iterateWaitingPosts(site, postId, batchSize);
  const offered = await processEach(site, posts, 'free places of a post could not be offered', ({ id }) =>
    site.db.transaction(async (tx) => {
      const tickets = await queryIn(tx, ticketsWithWaiting, id);
      const ticketIds = tickets.map((ticket) => ticket.id);
      await lockPlaces(tx, { ticketIds });
      return await offerAvailablePlaces(site, tx, { ticketIds });
    }),
  );
  return offered.flat();
}
