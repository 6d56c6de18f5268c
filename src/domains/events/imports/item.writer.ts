import { createEventIn, updateEventIn } from '../event.writer.ts';
import { readEvent } from '../event.reader.ts';
import type { EventRecord } from '../event.record.ts';
import type { EventInput } from '../inputs.ts';
import { eventCategory, tag } from '#app/domains/content/terms/taxonomies.ts';
import { addToActivity } from './activity.ts';
import { storeImageFromUrl, type ImportScope, findOrCreateTermIdsByName } from './import.scope.ts';
import type { ImportItem } from './item.rules.ts';
import { importLinked, organizers, venues } from './linked.import.ts';
import { findLocalEdits, getEventValues, saveFingerprints, omitFields } from './local-edits.ts';
import { findByUid, findEventOfItem, listForeignLineage } from './matching.ts';

const noGroups: ReadonlySet<string> = new Set();

/** Returns the input of an item with terms and links, without the groups of fields that were edited locally. */
async function buildInput(scope: ImportScope, item: ImportItem, status: string, editedGroups: ReadonlySet<string>): Promise<EventInput> {
  const input: EventInput = { ...item.input };
  if (item.categories && !editedGroups.has('categories'))
    input.categoryIds = await findOrCreateTermIdsByName(scope, eventCategory, item.categories);
  if (item.tags && !editedGroups.has('tags')) input.tagIds = await findOrCreateTermIdsByName(scope, tag, item.tags);
  if (item.venue !== undefined && !editedGroups.has('venues'))
    input.venues = item.venue === null ? [] : [{ id: await importLinked(scope, venues, item.venue, status) }];
  if (item.organizers && !editedGroups.has('organizers')) {
    const ids: number[] = [];
    for (const organizer of item.organizers) ids.push(await importLinked(scope, organizers, organizer, status));
    input.organizers = ids.map((id) => ({ id }));
  }
  return omitFields(input, editedGroups);
}

async function findParent({ tx }: ImportScope, { parentUid, uid }: ImportItem, ownId: number): Promise<{ parentId?: number }> {
  const parent = parentUid === undefined || parentUid === uid ? null : await findByUid(tx, parentUid);
  return parent && parent.id !== ownId && parent.status !== 'trash' ? { parentId: parent.id } : {};
}

const buildWriteOptions = (event: { id: number } | undefined) => ({
  // when clocks are turned back, the wall time of the end may be before the start
  whenReversed: 'clamp' as const,
  images: { event, drafts: new Map<object, never>() },
});

async function createEvent(scope: ImportScope, item: ImportItem): Promise<EventRecord> {
  const { site, tx, viewer, record } = scope;
  const input = { ...(await buildInput(scope, item, record.postStatus, noGroups)), ...(await findParent(scope, item, 0)) };
  const draft = { ...input, status: record.postStatus, lineage: listForeignLineage(site, item.lineage, 0) };
  const event = await createEventIn(site, tx, viewer, draft, buildWriteOptions(await storeImageFromUrl(scope, item.image)));
  await tx.event.update({ where: { contentId: event.id }, data: { importRecordId: record.id }, select: { contentId: true } });
  return event;
}

async function updateEvent(
  scope: ImportScope,
  item: ImportItem,
  stored: EventRecord,
  editedGroups: ReadonlySet<string>,
): Promise<EventRecord> {
  const { site, tx, viewer } = scope;
  const input = { ...(await buildInput(scope, item, stored.status, editedGroups)), ...(await findParent(scope, item, stored.id)) };
  const changes = { ...input, lineage: listForeignLineage(site, [...item.lineage, ...stored.lineage], stored.id) };
  const image = editedGroups.has('image') ? undefined : await storeImageFromUrl(scope, item.image);
  return await updateEventIn(site, tx, viewer, stored.id, changes, buildWriteOptions(image));
}

/**
 * Creates the event of an item, or updates an existing event if the import's authority allows that. Records the activity
 * (docs/behaviour/events.md 5.2). A trashed event stays in the trash. Throws if the event is invalid.
 */
export async function writeItem(scope: ImportScope, item: ImportItem): Promise<void> {
  const { site, tx, record, activity } = scope;
  const match = await findEventOfItem(site, tx, record.origin, item);
  const stored = match && match.status !== 'trash' ? await readEvent(tx, match.id) : null;
  if (match && (!stored || record.authority === 'retain')) return addToActivity(activity, 'tribe_events', 'skipped', match.id);
  const editedGroups =
    stored && record.authority === 'preserve_changes' ? await findLocalEdits(tx, stored.id, getEventValues(stored)) : noGroups;
  const event = stored ? await updateEvent(scope, item, stored, editedGroups) : await createEvent(scope, item);
  await saveFingerprints(tx, event.id, getEventValues(event), { uid: item.uid, originalId: item.originalId }, editedGroups);
  addToActivity(activity, 'tribe_events', stored ? 'updated' : 'created', event.id);
}
