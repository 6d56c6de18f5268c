import { nextContentId } from '../content/next-content-id.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { isKind, getKind } from '../content/kinds.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { Failure, invalid } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { decideStock, isSharing, type StockDecision, unlimited } from './capacity.rules.ts';
import { lockAttendees, lockSharedStock } from './lock-order.ts';
import { releaseTakenPlaces } from './places.ts';
import { type Provider, findProviderForTicket } from './providers.ts';
import type { SellingPost } from './selling-post.ts';
import { moveSoldPlaces, setSharedCapacity } from './shared-stock.ts';
import { readSellingPost, readTicket } from './ticket.reader.ts';
import { buildTicketColumns, buildSku, buildStockColumns, clearUselessSalePrice } from './ticket.columns.ts';
import { omitUndefined, specifiesPlaces, toTicketInput, type TicketInput, mergeStoredPlaces } from './ticket.input.ts';
import type { TicketRecord } from './ticket.record.ts';
import { offerAvailablePlaces, offerReleasedPlaces } from './waiting-list/offers.ts';

/** Returns the provider of a new ticket. Throws `bad_request` if the name is missing or unknown. */
function parseProvider(name: string | null | undefined): Provider {
  const provider = findProviderForTicket(name);
  if (!provider) throw invalid('bad_request', 'The provider of the ticket is missing, unknown or not active.');
  return provider;
}

async function getSellingPost(tx: Tx, id: number): Promise<SellingPost> {
  const post = await readSellingPost(tx, id);
  if (!post) throw new Failure('cannot_write_tickets', 403, 'You may not write tickets of this post.');
  return post;
}

const lockToChange = statement('lock_ticket_to_change', 'SELECT id FROM ticket WHERE id = $1 FOR NO KEY UPDATE');
const lockToDelete = statement(
  'lock_ticket_to_delete',
  'SELECT t.title FROM ticket t WHERE t.id = $1 FOR UPDATE',
  rowShape({ title: 'text' }),
);

async function readStored(tx: Tx, id: number): Promise<TicketRecord> {
  const ticket = await readTicket(tx, id);
  if (!ticket) throw new Failure('not_acceptable', 406, 'The ticket could not be stored.');
  return ticket;
}

/**
 * Creates a ticket of a post in one transaction. Does not check permissions. Throws `bad_request` for a missing or unknown provider, and
 * `price_invalid`.
 */
export async function createTicket(
  site: Site,
  viewer: Viewer,
  postId: number,
  providerName: string | null | undefined,
  input: TicketInput,
): Promise<TicketRecord> {
  const provider = parseProvider(providerName);
  return await site.db.transaction(async (tx) => await readStored(tx, await addTicket(site, tx, viewer, { postId, provider }, input)));
}

/** Creates a ticket inside the caller's transaction and returns its ID. Throws `cannot_write_tickets` if the post does not exist. */
export async function addTicket(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  { postId, provider }: { postId: number; provider: Provider },
  input: TicketInput,
): Promise<number> {
  const shared = await lockSharedStock(tx, postId);
  const post = await getSellingPost(tx, postId);
  const decision = input.stock && specifiesPlaces(input.stock) ? decideStock(provider, input.stock, shared) : unlimited;
  const moment = now();
  const [{ id } = { id: 0 }] = await queryIn(tx, nextContentId);
  const authorId = viewer.id || null;
  if (decision.sharedCapacity !== null) await setSharedCapacity(tx, postId, decision.sharedCapacity);
  await tx.ticket.create({
    data: {
      id,
      postId,
      provider,
      authorId,
      ...buildTicketColumns(site, provider, input, post),
      ...buildStockColumns(decision, 0),
      sku: buildSku(provider, input, id, authorId),
      iac: input.iac || 'none',
      createdUtc: moment,
      modifiedUtc: moment,
    },
    select: { id: true },
  });
  return id;
}

/**
 * Replaces a ticket in one transaction. Clears texts, price and sale window that are absent, unless `keepsOmitted` is true. Places stay unchanged
 * unless `stock` is present. Sold places stay sold. Throws `bad_request` for an unknown ID, and `price_invalid`.
 */
export async function updateTicket(
  site: Site,
  id: number,
  postId: number,
  input: TicketInput,
  options: { keepsOmitted?: boolean } = {},
): Promise<TicketRecord> {
  return await site.db.transaction((tx) => updateTicketIn(site, tx, id, postId, input, options));
}

/** Replaces a ticket like `updateTicket`, inside the caller's transaction. The transaction must not have locked any places yet. */
export async function updateTicketIn(
  site: Site,
  tx: Tx,
  id: number,
  postId: number,
  changes: TicketInput,
  { keepsOmitted = false }: { keepsOmitted?: boolean } = {},
): Promise<TicketRecord> {
  const shared = await lockSharedStock(tx, postId);
  await executeIn(tx, lockToChange, id);
  const before = await readTicket(tx, id);
  if (!before || before.postId !== postId || !before.post) throw invalid('bad_request', 'The post has no such ticket.');
  const merged = keepsOmitted && { ...toTicketInput(before), ...omitUndefined(changes) };
  const input = merged ? { ...merged, ...(changes.stock && { stock: mergeStoredPlaces(changes.stock, before) }) } : changes;
  const columns = buildTicketColumns(site, before.provider, input, before.post);
  const sku = buildSku(before.provider, input, id, before.authorId);
  const iac = input.iac ? { iac: input.iac } : {};
  if (input.stock && specifiesPlaces(input.stock)) await updatePlaces(tx, before, decideStock(before.provider, input.stock, shared));
  await tx.ticket.update({
    where: { id },
    data: { ...columns, ...clearUselessSalePrice(before, columns), ...(sku !== null && { sku }), ...iac, modifiedUtc: now() },
    select: { id: true },
  });
  await offerAvailablePlaces(site, tx, { ticketIds: [id] });
  return await readStored(tx, id);
}

/** Updates the places of a stored ticket. The ticket and the shared stock must be locked. */
async function updatePlaces(tx: Tx, { id, postId, sold, stockMode }: TicketRecord, decision: StockDecision): Promise<void> {
  await tx.ticket.update({ where: { id }, data: buildStockColumns(decision, sold), select: { id: true } });
  if (postId === null) return;
  if (decision.sharedCapacity !== null) await setSharedCapacity(tx, postId, decision.sharedCapacity);
  else if (isSharing(stockMode) !== isSharing(decision.mode)) await moveSoldPlaces(tx, postId, sold, stockMode, decision.mode);
}

/** Releases the held and set-aside places of a ticket before its deletion, for the other tickets of the post. Sold places stay occupied. */
async function releaseReservedPlaces(tx: Tx, ticketId: number): Promise<void> {
  const held = await tx.ticketHoldItem.aggregate({ where: { ticketId }, _sum: { quantity: true } });
  const waiting = await tx.waitingEntry.aggregate({ where: { ticketId }, _sum: { setAside: true } });
  const places = (held._sum.quantity ?? 0) + (waiting._sum.setAside ?? 0);
  if (places > 0) await releaseTakenPlaces(tx, ticketId, places);
  await tx.ticketHoldItem.deleteMany({ where: { ticketId } });
}

/** Stores the title of a deleted ticket with its attendees. Keeps the first title, because a ticket in the trash may be renamed and deleted again. */
async function storeTitle(tx: Tx, ticketId: number, title: string): Promise<void> {
  await lockAttendees(tx, { ticketId });
  await tx.attendee.updateMany({ where: { ticketId, deletedTicketTitle: null }, data: { deletedTicketTitle: title } });
}

/**
 * Deletes a ticket (docs/behaviour/tickets.md 2.5). An RSVP goes to the trash. Attendees remain and keep the title of the ticket. Returns false if
 * the ticket does not exist, or if the viewer may not move the RSVP to the trash: this requires the right to edit the posts of others.
 */
export async function deleteTicket(site: Site, viewer: Viewer, id: number): Promise<boolean> {
  return await site.db.transaction(async (tx) => {
    const ticket = await readTicket(tx, id);
    if (!ticket) return false;
    const { post, provider } = ticket;
    if (post) await lockSharedStock(tx, post.id);
    const [row] = await queryIn(tx, lockToDelete, id);
    if (!row) return false;
    if (provider === 'rsvp') {
      if (!post || !isKind(post.kind) || !viewer.can(getKind(post.kind).capabilities.editOthers)) return false;
      await storeTitle(tx, id, row.title);
      await tx.ticket.update({ where: { id }, data: { status: 'trash', modifiedUtc: now() }, select: { id: true } });
      return true;
    }
    await releaseReservedPlaces(tx, id);
    await storeTitle(tx, id, row.title);
    await tx.ticket.delete({ where: { id }, select: { id: true } });
    if (post) await offerReleasedPlaces(site, tx, { sharedPostId: post.id });
    return true;
  });
}
