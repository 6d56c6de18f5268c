import { queryIn } from '#app/core/db/statement.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { createContentIn, updateContentIn } from '../content/content.writer.ts';
import { getSiteZone } from '../content/site-time.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalid } from '#app/core/failures/failure.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import { eventCategory, tag } from '#app/domains/content/terms/taxonomies.ts';
import { isTrashRequested, toContentInput, getInitialStatus } from './content-input.ts';
import { insertLinks } from './details.writer.ts';
import { buildInputColumns, buildTimeColumns } from './event.columns.ts';
import type { EventRecord } from './event.record.ts';
import { readEvent } from './event.reader.ts';
import { notifyEventHidden } from './hidden-event.ts';
import { type ImageChoice, storeImage } from './images.ts';
import { idsOfKind } from './input.checks.ts';
import { type EventInput, isGiven, type Link, type OrganizerInput, type VenueInput } from './inputs.ts';
import { eventKind, organizerKind, venueKind } from './kinds.ts';
import { createOrganizerIn, createVenueIn } from './linked.writer.ts';
import { saveFailed, withSaveFailure } from './save-failure.ts';
import { findOrCreateTermIds, resolveTermIds, type KnownTerms } from './term-choice.ts';
import { getTicketing } from './ticketing.ts';
import { decideTimes, type EventTimes, hasTimes, type WhenReversed } from './times.rules.ts';
import { moveToTrash } from './trash.writer.ts';

/** Options for writing an event. */
export interface WriteOptions {
  whenReversed: WhenReversed;
  /** Images of the event and of its drafts, chosen before the transaction. */
  images: { event?: ImageChoice | undefined; drafts: ReadonlyMap<object, ImageChoice> };
}

/** Maximum number of venues of an event. Further venues are ignored (docs/behaviour/events.md 2.6.6). */
export const MAX_VENUES = 1;

/** Returns the times to store from the input and the stored times. Throws `could_not_create_event` for invalid times. */
export function resolveTimes(site: Site, input: EventInput, stored: EventTimes | null, whenReversed: WhenReversed): EventTimes {
  const times = decideTimes({ given: input, stored, siteZone: getSiteZone(site), now: now(), whenReversed });
  if (times === 'incomplete') throw invalid('could_not_create_event', 'The event has no start or no end.');
  if (times === 'reversed') throw invalid('could_not_create_event', 'The event would end before it starts.');
  if (times === 'endless') throw invalid('could_not_create_event', 'The event would last longer than 68 years.');
  if (times === 'unreadable') throw invalid('could_not_create_event', 'The start or the end of the event is not a valid time.');
  return times;
}

function toEventTimes(event: EventRecord): EventTimes {
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

function buildCustomFields(input: EventInput, stored: Readonly<Record<string, string>>): { customFields?: object } {
  if (typeof input.customFields !== 'object' || input.customFields === null) return {};
  const newFields = Object.entries(input.customFields).map(([name, value]) => [name, isGiven(value) ? String(value) : ''] as const);
  return {
    customFields: Object.fromEntries(Object.entries({ ...stored, ...Object.fromEntries(newFields) }).filter(([, value]) => value !== '')),
  };
}

/** Returns the term IDs of the input by taxonomy, and creates terms for new names. `knownTerms` caches terms within a transaction. */
export async function findEventTermIds(tx: Tx, input: EventInput, knownTerms?: KnownTerms): Promise<Record<string, readonly number[]>> {
  const { categories, categoryNames, categoryIds, tags, tagNames, tagIds } = input;
  const termIds: Record<string, readonly number[]> = {};
  if (categoryNames) termIds[eventCategory.name] = await findOrCreateTermIds(tx, eventCategory, categoryNames, knownTerms);
  else if (isGiven(categories)) termIds[eventCategory.name] = await resolveTermIds(tx, eventCategory, categories, knownTerms);
  else if (isGiven(categoryIds)) termIds[eventCategory.name] = categoryIds;
  if (tagNames) termIds[tag.name] = await findOrCreateTermIds(tx, tag, tagNames, knownTerms);
  else if (isGiven(tags)) termIds[tag.name] = await resolveTermIds(tx, tag, tags, knownTerms);
  else if (isGiven(tagIds)) termIds[tag.name] = tagIds;
  return termIds;
}

/** Throws `could_not_create_event` if the event has no title. */
export function checkTitle(input: EventInput): void {
  if (stripTags(input.title ?? '') === '') throw invalid('could_not_create_event', 'The event has no title.');
}

/** Returns the row of a new event, without status and links. */
export const buildEventRow = (input: EventInput, times: EventTimes) => ({
  ...buildTimeColumns(times),
  ...buildInputColumns(input),
  ...buildCustomFields(input, {}),
});

type CreateDraft<Draft> = (draft: Draft, image: ImageChoice | undefined) => Promise<{ id: number }>;

/** Returns the IDs that belong to content of this kind. */
export async function findLinkableIds(tx: Tx, kind: string, ids: readonly number[]): Promise<Set<number>> {
  const rows = ids.length === 0 ? [] : await queryIn(tx, idsOfKind, kind, ids);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Creates the drafts and returns the IDs to link, in order. Returns undefined if links are given but none is usable: the links do not
 * change then.
 */
async function resolveLinks<Draft extends object>(
  tx: Tx,
  kind: string,
  links: readonly Link<Draft>[],
  images: ReadonlyMap<object, ImageChoice>,
  create: CreateDraft<Draft>,
): Promise<number[] | undefined> {
  const givenIds = links.flatMap((link) => (isGiven(link.id) ? [link.id] : []));
  const existingIds = await findLinkableIds(tx, kind, givenIds);
  const ids: number[] = [];
  for (const { id, draft } of links) {
    if (isGiven(id)) {
      if (existingIds.has(id)) ids.push(id);
    } else if (isGiven(draft)) ids.push((await create(draft, images.get(draft))).id);
  }
  return ids.length === 0 && links.length > 0 ? undefined : [...new Set(ids)];
}

/** Creates the venues and organizers of the input, and replaces the links of the event. */
async function replaceLinks(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  eventId: number,
  { venues, organizers }: EventInput,
  { images: { drafts } }: WriteOptions,
  isNew: boolean,
): Promise<void> {
  const venueIds =
    isGiven(venues) &&
    (await resolveLinks<VenueInput>(tx, venueKind.name, venues.slice(0, MAX_VENUES), drafts, (draft, image) =>
      createVenueIn(site, tx, viewer, draft, { reusesExisting: true, image }),
    ));
  if (venueIds && !isNew) await tx.eventVenue.deleteMany({ where: { eventId } });
  const organizerIds =
    isGiven(organizers) &&
    (await resolveLinks<OrganizerInput>(tx, organizerKind.name, organizers, drafts, (draft, image) =>
      createOrganizerIn(site, tx, viewer, draft, { reusesExisting: true, image }),
    ));
  if (organizerIds && !isNew) await tx.eventOrganizer.deleteMany({ where: { eventId } });
  await insertLinks(tx, [{ eventId, venueIds: venueIds || [], organizerIds: organizerIds || [] }]);
}

async function readSavedEvent(tx: Tx, id: number): Promise<EventRecord> {
  const event = await readEvent(tx, id);
  if (!event) throw saveFailed(eventKind.name);
  return event;
}

/**
 * Creates an event in the caller's transaction, with new terms, venue and organizers. The caller has checked the input with
 * `checkEventInput`. Throws `could_not_create_event` if title, start or end is missing.
 */
export async function createEventIn(site: Site, tx: Tx, viewer: Viewer, input: EventInput, options: WriteOptions): Promise<EventRecord> {
  checkTitle(input);
  const times = resolveTimes(site, input, null, options.whenReversed);
  const image = await storeImage(site, tx, viewer, options.images.event);
  const content = toContentInput(site, input, image);
  const { id, status } = await createContentIn(site, tx, viewer, eventKind, {
    ...content,
    status: getInitialStatus(viewer, eventKind, input),
    terms: await findEventTermIds(tx, input),
  });
  await tx.event.create({ data: { contentId: id, status, ...buildEventRow(input, times) }, select: { contentId: true } });
  await replaceLinks(site, tx, viewer, id, input, options, true);
  if (isTrashRequested(input)) await moveToTrash(site, tx, viewer, eventKind, id);
  return await readSavedEvent(tx, id);
}

/**
 * Updates an event in the caller's transaction. Omitted values do not change (docs/behaviour/events.md 2.6.3). The caller has checked the input
 * with `checkEventInput`.
 */
export async function updateEventIn(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: EventInput,
  options: WriteOptions,
): Promise<EventRecord> {
  const image = await storeImage(site, tx, viewer, options.images.event);
  const content = toContentInput(site, input, image);
  const terms = await findEventTermIds(tx, input);
  if (typeof input.status === 'string') await notifyEventHidden(site, tx, id, input.status);
  const { status } = await withSaveFailure(eventKind.name, updateContentIn(site, tx, viewer, eventKind, id, { ...content, terms }));
  // reads after the content is locked, so that no other writer can change the times
  const stored = await readSavedEvent(tx, id);
  const { start, end, startUtc, endUtc, durationSeconds, timezone, allDay } = input;
  const newTimes = { start, end, startUtc, endUtc, durationSeconds, timezone, allDay };
  const data = {
    ...(hasTimes(newTimes) && buildTimeColumns(resolveTimes(site, newTimes, toEventTimes(stored), options.whenReversed))),
    ...buildInputColumns(input),
    ...buildCustomFields(input, stored.customFields),
  };
  if (Object.keys(data).length > 0) await tx.event.update({ where: { contentId: id }, data, select: { contentId: true } });
  await replaceLinks(site, tx, viewer, id, input, options, false);
  if (isTrashRequested(input) && status !== 'trash') await moveToTrash(site, tx, viewer, eventKind, id);
  const event = await readSavedEvent(tx, id);
  if (event.ticketed.length > 0) {
    if (hasTimes(newTimes)) await getTicketing(site).onEventMoved(site, tx, event);
    await getTicketing(site).onEventChanged(site, tx, stored, event);
  }
  return event;
}
