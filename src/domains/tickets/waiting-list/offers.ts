import { answer, type Answered, columns, withMore } from '#app/core/db/columns.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import { now } from '#app/core/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { askForMailTo } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { isSharing } from '../capacity.rules.ts';
import { lockPlaces } from '../lock-order.ts';
import { tryPlaces } from '../places.ts';
import { isOpen } from '../sale-window.rules.ts';
import { saleZone } from '../selling-post.ts';
import { readTicket } from '../ticket.reader.ts';
import type { TicketRecord } from '../ticket.record.ts';
import { offerMinutes } from '../tickets.settings.ts';

/** Where places came back: at these tickets, and at those that share with them; or at all that share the places of a post. */
export interface Freed {
  ticketIds?: readonly number[];
  sharedPostId?: number;
}

const waiting = withMore(columns('WaitingEntry', 'w', { only: ['id', 'ticketId', 'quantity'] }), { keyHash: 'text' });
// the first of each ticket, then the first of these: read in the order of their numbers, entries of long ago would come first
const firstWaiting = statement(
  'first_waiting',
  `SELECT w.id, w.ticket_id AS "ticketId", w.quantity, w.key_hash AS "keyHash" FROM waiting_entry w
  WHERE w.status = 'waiting' AND w.id = ANY(ARRAY(
    SELECT (SELECT f.id FROM waiting_entry f WHERE f.ticket_id = t.id AND f.status = 'waiting' ORDER BY f.id LIMIT 1)
    FROM (SELECT id FROM ticket WHERE id = ANY($1::int[])
      UNION ALL SELECT id FROM ticket WHERE stock_mode IN ('capped', 'global') AND post_id = ANY($2::int
        || ARRAY(SELECT post_id FROM ticket WHERE id = ANY($1::int[]) AND stock_mode IN ('capped', 'global')))) t
    WHERE t.id <> ALL($3::int[])))
  ORDER BY w.id LIMIT 1 FOR UPDATE`,
  waiting,
);

type Waiting = Answered<typeof waiting>;

const isOnSale = (site: Site, ticket: TicketRecord) =>
  ticket.status === 'publish' &&
  ticket.post?.status === 'publish' &&
  isOpen(ticket, saleZone(site, ticket.post), ticket.post.endUtc, now());

/**
 * Offers places that came back to those who wait, first come first, inside the caller's transaction: so nobody else gets them in between.
 * Whoever wants more than there is keeps those behind from the same places. An offer is a hold that expires. What the freed places belong
 * to must be locked. Answers the entries that have an offer now.
 */
export async function offerFreed(site: Site, tx: Tx, { ticketIds = [], sharedPostId = 0 }: Freed): Promise<number[]> {
  const offered: number[] = [];
  const closed: number[] = [];
  let sharedIsShort = false;
  for (;;) {
    const [entry] = await rowsIn(tx, firstWaiting, ticketIds, sharedPostId, closed);
    if (!entry) return offered;
    const ticket = await readTicket(tx, entry.ticketId);
    const mayTry = ticket !== null && isOnSale(site, ticket) && !(sharedIsShort && isSharing(ticket.stockMode));
    const answer = mayTry ? await tryPlaces(tx, entry.ticketId, entry.quantity) : null;
    if (answer?.outcome === 'taken') {
      await makeOffer(site, tx, entry);
      offered.push(entry.id);
      continue;
    }
    closed.push(entry.ticketId);
    // its own limit would let it in: then the shared places are what is short, for all who share them
    if (answer?.outcome === 'short' && ticket && isSharing(ticket.stockMode) && ticket.stock >= entry.quantity) sharedIsShort = true;
  }
}

async function makeOffer(site: Site, tx: Tx, { id, ticketId, quantity, keyHash }: Waiting): Promise<void> {
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
  await tx.waitingEntry.update({ where: { id }, data: { status: 'offered', changedUtc: moment }, select: { id: true } });
  await askForMailTo(site, tx, 'offer', id);
}

const postsWithWaiting = statement(
  'posts_with_waiting',
  `WITH waiting AS MATERIALIZED (SELECT DISTINCT ticket_id FROM waiting_entry WHERE status = 'waiting')
  SELECT DISTINCT t.post_id AS id FROM waiting w JOIN ticket t ON t.id = w.ticket_id
  WHERE t.post_id > $2::int AND ($1::int IS NULL OR t.post_id = $1::int) ORDER BY 1 LIMIT $3::int`,
  answer({ id: 'int' }),
);

/** Numbers of the posts at which somebody waits, so many with a statement; all or this one. */
async function* waitedFor(site: Site, postId: number | null, atATime: number): AsyncGenerator<number> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const posts: { id: number }[] = await site.db.rows(postsWithWaiting, [postId, last, atATime]);
    for (const { id } of posts) yield id;
    last = posts.length < atATime ? undefined : posts.at(-1)?.id;
  }
}

const ticketsWithWaiting = statement(
  'tickets_with_waiting',
  `SELECT DISTINCT t.id FROM waiting_entry w JOIN ticket t ON t.id = w.ticket_id
  WHERE w.status = 'waiting' AND t.post_id = $1 ORDER BY 1`,
  answer({ id: 'int' }),
);

/** Offers what is free to those who wait: for sales that begin, and for whatever else nobody noticed. Answers the entries with an offer. */
export async function offerFreePlaces(site: Site, postId: number | null = null, atATime = 1_000): Promise<number[]> {
  const offered: number[] = [];
  for await (const id of waitedFor(site, postId, atATime)) {
    offered.push(
      ...(await site.db.transaction(async (tx) => {
        const tickets = await rowsIn(tx, ticketsWithWaiting, id);
        const ticketIds = tickets.map((ticket) => ticket.id);
        await lockPlaces(tx, { ticketIds });
        return await offerFreed(site, tx, { ticketIds });
      })),
    );
  }
  return offered;
}
