import { checkCreateCalendarContent } from '#app/domains/events/access.ts';
import { lockEvents, readEvent } from '#app/domains/events/event.reader.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { createEventIn, updateEventIn } from '#app/domains/events/event.writer.ts';
import { chooseImage } from '#app/domains/events/images.ts';
import { checkEventInput } from '#app/domains/events/input.checks.ts';
import { eventKind } from '#app/domains/events/kinds.ts';
import { publishUpload } from '#app/domains/content/unsaved-uploads.ts';
import { runCalendarTransaction } from '#app/domains/events/transaction.ts';
import type { Tx } from '#app/core/db/database.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { StockInput } from '#app/domains/tickets/capacity.rules.ts';
import type { TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { readTicket } from '#app/domains/tickets/ticket.reader.ts';
import type { TicketInput } from '#app/domains/tickets/ticket.input.ts';
import { addTicket, updateTicketIn } from '#app/domains/tickets/ticket.service.ts';
import type { Site } from '#app/site.ts';
import { getOrganizedEvent } from './access.ts';
import { readTicketsOfEvent } from './event-tickets.ts';
import { buildStockInput } from './ticket-places.rules.ts';
import { addOccurrences, checkMayRepeat, longTransaction } from './series/repeat.service.ts';
import { createOnce } from './create-once.ts';
import { checkMayHide } from './hide-event.ts';
import type { ParsedForm } from './form.rules.ts';

/** Returns the stored reduced price as an input. Places are written together with a reduced price, which must stay unchanged. */
const toSalePriceInput = ({
  saleEnabled,
  salePrice,
  saleStart,
  saleEnd,
}: TicketRecord): NonNullable<TicketInput['stock']>['salePrice'] => ({
  isEnabled: saleEnabled,
  price: salePrice,
  startDate: saleStart,
  endDate: saleEnd,
});

/** Updates a ticket in the caller's transaction. Omitted values do not change. */
export async function updateStoredTicket(
  site: Site,
  tx: Tx,
  stored: TicketRecord,
  input: TicketInput,
  places: StockInput | undefined,
): Promise<void> {
  const stock = places && { ...places, showNotGoing: stored.showNotGoing, salePrice: toSalePriceInput(stored) };
  await updateTicketIn(site, tx, stored.id, stored.postId ?? 0, { ...input, ...(stock && { stock }) }, { keepsOmitted: true });
}

/** Version of an event that an editor saw, and the function that returns the version of stored data. */
export interface ExpectedVersion {
  version: string;
  computeVersion(event: EventRecord, tickets: readonly TicketRecord[]): string;
}

/** Throws `event_changed` if a locked event differs from the version that the editor saw. */
export async function checkVersion(tx: Tx, eventId: number, expected: ExpectedVersion | null): Promise<void> {
  if (expected === null) return;
  const event = await readEvent(tx, eventId);
  if (!event || expected.computeVersion(event, await readTicketsOfEvent(tx, eventId)) !== expected.version)
    throw new Failure(
      'event_changed',
      409,
      'The event was changed since the form was opened. Send the form again to replace these changes.',
    );
}

/** Visibility of the event after saving: unchanged, public, or only for staff. */
export type PublicationChange = 'keep' | 'publish' | 'draft';

/**
 * Creates or updates an event with its tickets in one transaction. Omitted tickets do not change. Without the right to publish, the event
 * is pending review. With a rule, the event becomes the first event of a series. With a request key, a repeated call creates no further event.
 * Returns its ID. Throws `forbidden`, `event_changed` if the stored event is not the expected version, `event_has_valid_tickets`, or
 * `invalid_arguments` with paths below `event`.
 */
export async function saveEvent(
  site: Site,
  viewer: Viewer,
  eventId: number | null,
  { event, tickets, sharedCapacity, rule, copiesCodes }: ParsedForm,
  publication: PublicationChange,
  { expected = null, requestKey = null }: { expected?: ExpectedVersion | null; requestKey?: string | null } = {},
): Promise<number> {
  if (rule !== null) await checkMayRepeat(site, viewer, eventId);
  if (eventId === null) checkCreateCalendarContent(viewer, eventKind);
  else await getOrganizedEvent(site, viewer, eventId);
  const status = publication === 'keep' ? (eventId === null ? 'draft' : undefined) : publication;
  const input = { ...event, ...(status !== undefined && { status }) };
  await checkEventInput(site, viewer, input, { argument: 'event' });
  const image = await chooseImage(site, input.image, 'event.image');
  const options = { whenReversed: 'refuse', images: { event: image, drafts: new Map() } } as const;
  const save = async (tx: Tx): Promise<number> => {
    // lock order: the content before its places
    if (eventId !== null) {
      await lockEvents(tx, [eventId]);
      await checkVersion(tx, eventId, expected);
      await checkMayHide(tx, [eventId], status);
    }
    const { id } =
      eventId === null
        ? await createEventIn(site, tx, viewer, input, options)
        : await updateEventIn(site, tx, viewer, eventId, input, options);
    if (image && 'id' in image && image.id !== null) await publishUpload(tx, image.id);
    let menuOrder = tickets.filter((ticket) => ticket.id !== 0).length;
    // lock order: tickets by ID; new ones come last
    const sortedTickets = [...tickets].sort((a, b) => (a.id || Infinity) - (b.id || Infinity));
    for (const ticket of sortedTickets) {
      const stored = ticket.id === 0 ? null : await readTicket(tx, ticket.id);
      const stock = buildStockInput(stored, ticket, sharedCapacity);
      if (ticket.id === 0)
        await addTicket(site, tx, viewer, { postId: id, provider: ticket.provider }, { ...ticket.input, stock, menuOrder: menuOrder++ });
      else if (stored?.postId === id) await updateStoredTicket(site, tx, stored, ticket.input, stock);
    }
    if (rule !== null) await addOccurrences(site, tx, viewer, id, { rule, copiesCodes });
    return id;
  };
  const isRepeatable = eventId === null && requestKey !== null;
  return await runCalendarTransaction(
    site,
    (tx) => (isRepeatable ? createOnce(site, tx, `user ${viewer.id} ${requestKey}`, () => save(tx)) : save(tx)),
    longTransaction,
  );
}
