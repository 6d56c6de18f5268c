import { rowShape } from '#app/core/db/columns.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { createContent, updateContent } from '../content/content.writer.ts';
import { siteZone } from '../content/site-time.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalid } from '#app/core/failures/failure.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import { eventCategory, tag } from '#app/domains/content/terms/taxonomies.ts';
import { asksForTrash, contentInputOf, firstStatus } from './content-input.ts';
import { plainColumns, timeColumns } from './event.columns.ts';
import type { EventRecord } from './event.record.ts';
import { readEvent } from './event.reader.ts';
import { notifyEventHidden } from './hidden-event.ts';
import { type ImageChoice, keepImage } from './images.ts';
import { type EventInput, isGiven, type Link, type OrganizerInput, type VenueInput } from './inputs.ts';
import { eventKind, organizerKind, venueKind } from './kinds.ts';
import { insertOrganizer, insertVenue } from './linked.writer.ts';
import { saveFailed, withSaveFailure } from './save-failure.ts';
import { chooseNamedTerms, chooseTerms, type KnownTerms } from './term-choice.ts';
import { ticketingOfEvents } from './ticketing.ts';
import { decideTimes, type EventTimes, hasTimes, type WhenReversed } from './times.rules.ts';
import { moveToTrash } from './trash.writer.ts';

/** Options for writing an event. */
export interface WriteOptions {
  whenReversed: WhenReversed;
  /** Images of the event and of its drafts, chosen before the transaction. */
  images: { event?: ImageChoice | undefined; drafts: ReadonlyMap<object, ImageChoice> };
}

/** Maximum number of linked venues. Further ones are ignored (events.md 2.6.6). */
export const MAX_VENUES = 1;

/** Returns the times to store from the input and the stored times. Throws `could_not_create_event` for invalid times. */
export function timesOf(site: Site, input: EventInput, stored: EventTimes | null, whenReversed: WhenReversed): EventTimes {
  const times = decideTimes({ given: input, stored, siteZone: siteZone(site), now: now(), whenReversed });
  if (times === 'incomplete') throw invalid('could_not_create_event', 'An event needs a title, a start and an end.');
  if (times === 'reversed') throw invalid('could_not_create_event', 'The event would end before it starts.');
  if (times === 'endless') throw invalid('could_not_create_event', 'The event would last longer than 68 years.');
  if (times === 'unreadable') throw invalid('could_not_create_event', 'Start or end of the event cannot be read.');
  return times;
}

function storedTimes(event: EventRecord): EventTimes {
  const { startLocal, endLocal, timezone, durationSeconds, allDay } = event;
  return {
    startLocal,
    endLocal,
    timezone,
    durationSeconds,
    allDay,
    startUtc: new Date(`${event.startUtc}Z`),
    endUtc: new Date(`${event.endUtc}Z`),
  };
}

function customFields(input: EventInput, stored: Readonly<Record<string, string>>): { customFields?: object } {
  if (typeof input.customFields !== 'object' || input.customFields === null) return {};
  const given = Object.entries(input.customFields).map(([name, value]) => [name, isGiven(value) ? String(value) : ''] as const);
  return {
    customFields: Object.fromEntries(Object.entries({ ...stored, ...Object.fromEntries(given) }).filter(([, value]) => value !== '')),
  };
}

/** Returns the term IDs of the input by taxonomy, and creates terms for new names. `known` caches terms within a transaction. */
export async function termIdsOf(tx: Tx, input: EventInput, known?: KnownTerms): Promise<Record<string, readonly number[]>> {
  const { categories, categoryNames, categoryIds, tags, tagNames, tagIds } = input;
  const chosen: Record<string, readonly number[]> = {};
  if (categoryNames) chosen[eventCategory.name] = await chooseNamedTerms(tx, eventCategory, categoryNames, known);
  else if (isGiven(categories)) chosen[eventCategory.name] = await chooseTerms(tx, eventCategory, categories, known);
  else if (isGiven(categoryIds)) chosen[eventCategory.name] = categoryIds;
  if (tagNames) chosen[tag.name] = await chooseNamedTerms(tx, tag, tagNames, known);
  else if (isGiven(tags)) chosen[tag.name] = await chooseTerms(tx, tag, tags, known);
  else if (isGiven(tagIds)) chosen[tag.name] = tagIds;
  return chosen;
}

/** Throws `could_not_create_event` if the event has no title. */
export function checkTitle(input: EventInput): void {
  if (stripTags(input.title ?? '') === '') throw invalid('could_not_create_event', 'An event needs a title, a start and an end.');
}

/** Returns the row of a new event, without status and links. */
export const newEventRow = (input: EventInput, times: EventTimes) => ({
  ...timeColumns(times),
  ...plainColumns(input),
  ...customFields(input, {}),
});

type Making<Draft> = (draft: Draft, image: ImageChoice | undefined) => Promise<{ id: number }>;

const linkable = statement(
  'linkable_contents',
  'SELECT c.id FROM content c WHERE c.kind = $1 AND c.id = ANY($2::int[])',
  rowShape({ id: 'int' }),
);

/** Filters the IDs to contents of this kind. */
export async function linkableIds(tx: Tx, kind: string, ids: readonly number[]): Promise<Set<number>> {
  const rows = ids.length === 0 ? [] : await rowsIn(tx, linkable, kind, ids);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the IDs to link in order, and creates drafts. Returns undefined (links do not change) if none of the given IDs exists. */
async function linkedIds<Draft extends object>(
  tx: Tx,
  kind: string,
  links: readonly Link<Draft>[],
  images: ReadonlyMap<object, ImageChoice>,
  make: Making<Draft>,
): Promise<number[] | undefined> {
  const named = links.flatMap((link) => (isGiven(link.id) ? [link.id] : []));
  const known = await linkableIds(tx, kind, named);
  const ids: number[] = [];
  for (const { id, draft } of links) {
    if (isGiven(id)) {
      if (known.has(id)) ids.push(id);
    } else if (isGiven(draft)) ids.push((await make(draft, images.get(draft))).id);
  }
  return ids.length === 0 && links.length > 0 ? undefined : [...new Set(ids)];
}

async function link(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  eventId: number,
  input: EventInput,
  { images }: WriteOptions,
  isNew: boolean,
): Promise<void> {
  if (isGiven(input.venues)) {
    const ids = await linkedIds<VenueInput>(tx, venueKind.name, input.venues.slice(0, MAX_VENUES), images.drafts, (draft, image) =>
      insertVenue(site, tx, viewer, draft, { reusesExisting: true, image }),
    );
    if (ids) {
      if (!isNew) await tx.eventVenue.deleteMany({ where: { eventId } });
      if (ids.length > 0) await tx.eventVenue.createMany({ data: ids.map((venueId, position) => ({ eventId, venueId, position })) });
    }
  }
  if (isGiven(input.organizers)) {
    const ids = await linkedIds<OrganizerInput>(tx, organizerKind.name, input.organizers, images.drafts, (draft, image) =>
      insertOrganizer(site, tx, viewer, draft, { reusesExisting: true, image }),
    );
    if (ids) {
      if (!isNew) await tx.eventOrganizer.deleteMany({ where: { eventId } });
      if (ids.length > 0)
        await tx.eventOrganizer.createMany({ data: ids.map((organizerId, position) => ({ eventId, organizerId, position })) });
    }
  }
}

async function written(tx: Tx, id: number): Promise<EventRecord> {
  const event = await readEvent(tx, id);
  if (!event) throw saveFailed(eventKind.name);
  return event;
}

/**
 * Creates an event in the caller's transaction, with new terms, venue and organizers. The input was checked by `checkEventInput`. Throws
 * `could_not_create_event` if title, start or end is missing.
 */
export async function insertEvent(site: Site, tx: Tx, viewer: Viewer, input: EventInput, options: WriteOptions): Promise<EventRecord> {
  checkTitle(input);
  const times = timesOf(site, input, null, options.whenReversed);
  const image = await keepImage(site, tx, viewer, options.images.event);
  const content = contentInputOf(site, input, image);
  const { id, status } = await createContent(site, tx, viewer, eventKind, {
    ...content,
    status: firstStatus(viewer, eventKind, input),
    terms: await termIdsOf(tx, input),
  });
  await tx.event.create({ data: { contentId: id, status, ...newEventRow(input, times) }, select: { contentId: true } });
  await link(site, tx, viewer, id, input, options, true);
  if (asksForTrash(input)) await moveToTrash(site, tx, viewer, eventKind, id);
  return await written(tx, id);
}

/** Updates an event in the caller's transaction. Omitted values do not change (events.md 2.6.3). The input was checked. */
export async function storeEvent(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: EventInput,
  options: WriteOptions,
): Promise<EventRecord> {
  const image = await keepImage(site, tx, viewer, options.images.event);
  const content = contentInputOf(site, input, image);
  const terms = await termIdsOf(tx, input);
  if (typeof input.status === 'string') await notifyEventHidden(site, tx, id, input.status);
  const { status } = await withSaveFailure(eventKind.name, updateContent(site, tx, viewer, eventKind, id, { ...content, terms }));
  // read after the content is locked: no other writer can change the times now
  const stored = await written(tx, id);
  const { start, end, startUtc, endUtc, durationSeconds, timezone, allDay } = input;
  const given = { start, end, startUtc, endUtc, durationSeconds, timezone, allDay };
  const data = {
    ...(hasTimes(given) && timeColumns(timesOf(site, given, storedTimes(stored), options.whenReversed))),
    ...plainColumns(input),
    ...customFields(input, stored.customFields),
  };
  if (Object.keys(data).length > 0) await tx.event.update({ where: { contentId: id }, data, select: { contentId: true } });
  await link(site, tx, viewer, id, input, options, false);
  if (asksForTrash(input) && status !== 'trash') await moveToTrash(site, tx, viewer, eventKind, id);
  const event = await written(tx, id);
  if (event.ticketed.length > 0) {
    if (hasTimes(given)) await ticketingOfEvents(site).eventMoved(site, tx, event);
    await ticketingOfEvents(site).eventChanged(site, tx, stored, event);
  }
  return event;
}
