import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { ContentKind } from '../content/kinds.ts';
import { lockContent } from '../content/content.writer.ts';
import { deleteContent } from '../content/trash.service.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { EventRecord } from './event.record.ts';
import { readEvent, readOrganizer, readVenue } from './event.reader.ts';
import { createEventIn, updateEventIn, type WriteOptions } from './event.writer.ts';
import { notifyEventHidden } from './hidden-event.ts';
import { chooseImage, type ImageChoice } from './images.ts';
import type { CalendarContentInput, EventInput, Link, OrganizerInput, VenueInput } from './inputs.ts';
import { eventKind, organizerKind, venueKind } from './kinds.ts';
import type { OrganizerRecord, VenueRecord } from './linked.record.ts';
import { createOrganizerIn, createVenueIn, updateOrganizerIn, updateVenueIn } from './linked.writer.ts';
import type { WhenReversed } from './times.rules.ts';
import { runCalendarTransaction } from './transaction.ts';
import { moveToTrash } from './trash.writer.ts';

/** Options for writing an event. */
export interface EventOptions {
  whenReversed: WhenReversed;
  /** Name of the argument that holds the input, for errors. */
  argument: string;
}

/** Check that runs inside the transaction, before the write. Throws if the event may not be written. */
type Check = (tx: Tx) => Promise<void>;

/** Finds the images of an input. Requests to other sites happen here, before a transaction is open. */
export async function chooseImages(site: Site, input: EventInput, argument: string): Promise<WriteOptions['images']> {
  const drafts = new Map<object, ImageChoice>();
  const draftLinks: [string, readonly Link<CalendarContentInput>[]][] = [
    ['venues', input.venues ?? []],
    ['organizers', input.organizers ?? []],
  ];
  for (const [name, links] of draftLinks) {
    for (const { draft } of links) {
      const choice = draft ? await chooseImage(site, draft.image, `${argument}.${name}`) : undefined;
      if (draft && choice) drafts.set(draft, choice);
    }
  }
  return { event: await chooseImage(site, input.image, `${argument}.image`), drafts };
}

/** Creates an event, and new venues and organizers from its drafts, in one transaction; see `createEventIn`. */
export async function createEvent(
  site: Site,
  viewer: Viewer,
  input: EventInput,
  { whenReversed, argument }: EventOptions,
): Promise<EventRecord> {
  const images = await chooseImages(site, input, argument);
  return await runCalendarTransaction(site, (tx) => createEventIn(site, tx, viewer, input, { whenReversed, images }));
}

/** Runs the check, updates an event, and creates new venues and organizers from its drafts, in one transaction; see `updateEventIn`. */
export async function updateEvent(
  site: Site,
  viewer: Viewer,
  id: number,
  input: EventInput,
  { whenReversed, argument }: EventOptions,
  check?: Check,
): Promise<EventRecord> {
  const images = await chooseImages(site, input, argument);
  return await runCalendarTransaction(site, async (tx) => {
    await check?.(tx);
    return await updateEventIn(site, tx, viewer, id, input, { whenReversed, images });
  });
}

/** Creates a venue. With `reusesExisting`, updates an existing venue of the same name instead (docs/behaviour/events.md 2.10). */
export async function createVenue(site: Site, viewer: Viewer, input: VenueInput, reusesExisting: boolean): Promise<VenueRecord> {
  const image = await chooseImage(site, input.image, 'draft.image');
  return await runCalendarTransaction(site, (tx) => createVenueIn(site, tx, viewer, input, { reusesExisting, image }));
}

/** Updates a venue. Omitted values do not change. */
export async function updateVenue(site: Site, viewer: Viewer, id: number, input: VenueInput): Promise<VenueRecord> {
  const image = await chooseImage(site, input.image, 'changes.image');
  return await runCalendarTransaction(site, (tx) => updateVenueIn(site, tx, viewer, id, input, image));
}

/** Creates an organizer; see `createVenue`. */
export async function createOrganizer(
  site: Site,
  viewer: Viewer,
  input: OrganizerInput,
  reusesExisting: boolean,
): Promise<OrganizerRecord> {
  const image = await chooseImage(site, input.image, 'draft.image');
  return await runCalendarTransaction(site, (tx) => createOrganizerIn(site, tx, viewer, input, { reusesExisting, image }));
}

/** Updates an organizer. Omitted values do not change. */
export async function updateOrganizer(site: Site, viewer: Viewer, id: number, input: OrganizerInput): Promise<OrganizerRecord> {
  const image = await chooseImage(site, input.image, 'changes.image');
  return await runCalendarTransaction(site, (tx) => updateOrganizerIn(site, tx, viewer, id, input, image));
}

async function trashCalendarContent<Record>(
  site: Site,
  viewer: Viewer,
  kind: ContentKind,
  id: number,
  read: (tx: Tx, id: number) => Promise<Record | null>,
  beforeWrite?: (tx: Tx) => Promise<void>,
): Promise<Record> {
  return await runCalendarTransaction(site, async (tx) => {
    await beforeWrite?.(tx);
    await moveToTrash(site, tx, viewer, kind, id);
    return (await read(tx, id)) as Record;
  });
}

async function deleteCalendarContent<Record>(
  site: Site,
  kind: ContentKind,
  id: number,
  read: (tx: Tx, id: number) => Promise<Record | null>,
  beforeWrite?: (tx: Tx) => Promise<void>,
): Promise<Record> {
  return await runCalendarTransaction(site, async (tx) => {
    const lastState = await read(tx, id);
    await beforeWrite?.(tx);
    await deleteContent(site, tx, kind, id);
    return lastState as Record;
  });
}

/** Runs the check, moves an event to the trash, and returns it with its new status. */
export const trashEvent = (site: Site, viewer: Viewer, id: number, check?: Check) =>
  trashCalendarContent<EventRecord>(site, viewer, eventKind, id, readEvent, async (tx) => {
    await check?.(tx);
    await notifyEventHidden(site, tx, id, 'trash');
  });
/** Moves a venue to the trash and removes it from all events. */
export const trashVenue = (site: Site, viewer: Viewer, id: number) =>
  trashCalendarContent<VenueRecord>(site, viewer, venueKind, id, readVenue);
/** Moves an organizer to the trash and removes it from all events. */
export const trashOrganizer = (site: Site, viewer: Viewer, id: number) =>
  trashCalendarContent<OrganizerRecord>(site, viewer, organizerKind, id, readOrganizer);

/** Runs the check, permanently deletes an event, and returns its last state. */
export const deleteEvent = (site: Site, id: number, check?: Check) =>
  deleteCalendarContent<EventRecord>(site, eventKind, id, readEvent, async (tx) => {
    if (check) {
      // takes the strong lock of the deletion first: the check takes a weaker lock and then locks the places, and taking the
      // strong lock after that could deadlock with a sale that waits for the places
      await lockContent(tx, eventKind.name, id, 'removal');
      await check(tx);
    }
    await notifyEventHidden(site, tx, id, null);
  });
/** Permanently deletes a venue and its links, and returns its last state. */
export const deleteVenue = (site: Site, id: number) => deleteCalendarContent<VenueRecord>(site, venueKind, id, readVenue);
/** Permanently deletes an organizer and its links, and returns its last state. */
export const deleteOrganizer = (site: Site, id: number) => deleteCalendarContent<OrganizerRecord>(site, organizerKind, id, readOrganizer);
