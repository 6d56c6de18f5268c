import { insertEvent, storeEvent } from '../event.writer.ts';
import { readEvent } from '../event.reader.ts';
import type { EventRecord } from '../event.record.ts';
import type { EventInput } from '../inputs.ts';
import { eventCategory, tag } from '#app/domains/content/terms/taxonomies.ts';
import { note } from './activity.ts';
import { imageOfAddress, type ImportScope, termsOfNames } from './import.scope.ts';
import type { ImportItem } from './item.rules.ts';
import { linkedIdOf, organizers, venues } from './linked.import.ts';
import { editedHere, eventValues, rememberWritten, withoutFields } from './local-edits.ts';
import { findByUid, findEventOf, foreignLineage } from './matching.ts';

const nothing: ReadonlySet<string> = new Set();

/** Returns the input of an item with terms and links, without fields that were edited locally. */
async function inputOf(scope: ImportScope, item: ImportItem, status: string, left: ReadonlySet<string>): Promise<EventInput> {
  const input: EventInput = { ...item.input };
  if (item.categories && !left.has('categories')) input.categoryIds = await termsOfNames(scope, eventCategory, item.categories);
  if (item.tags && !left.has('tags')) input.tagIds = await termsOfNames(scope, tag, item.tags);
  if (item.venue !== undefined && !left.has('venues'))
    input.venues = item.venue === null ? [] : [{ id: await linkedIdOf(scope, venues, item.venue, status) }];
  if (item.organizers && !left.has('organizers')) {
    const ids: number[] = [];
    for (const organizer of item.organizers) ids.push(await linkedIdOf(scope, organizers, organizer, status));
    input.organizers = ids.map((id) => ({ id }));
  }
  return withoutFields(input, left);
}

async function parentOf({ tx }: ImportScope, { parentUid, uid }: ImportItem, own: number): Promise<{ parentId?: number }> {
  const parent = parentUid === undefined || parentUid === uid ? null : await findByUid(tx, parentUid);
  return parent && parent.id !== own && parent.status !== 'trash' ? { parentId: parent.id } : {};
}

const optionsWith = (event: { id: number } | undefined) => ({
  // when clocks are turned back, the wall time of the end may be before the start
  whenReversed: 'clamp' as const,
  images: { event, drafts: new Map<object, never>() },
});

async function make(scope: ImportScope, item: ImportItem): Promise<EventRecord> {
  const { site, tx, viewer, record } = scope;
  const input = { ...(await inputOf(scope, item, record.postStatus, nothing)), ...(await parentOf(scope, item, 0)) };
  const draft = { ...input, status: record.postStatus, lineage: foreignLineage(site, item.lineage, 0) };
  const event = await insertEvent(site, tx, viewer, draft, optionsWith(await imageOfAddress(scope, item.image)));
  await tx.event.update({ where: { contentId: event.id }, data: { importRecordId: record.id }, select: { contentId: true } });
  return event;
}

async function change(scope: ImportScope, item: ImportItem, stored: EventRecord, left: ReadonlySet<string>): Promise<EventRecord> {
  const { site, tx, viewer } = scope;
  const input = { ...(await inputOf(scope, item, stored.status, left)), ...(await parentOf(scope, item, stored.id)) };
  const changes = { ...input, lineage: foreignLineage(site, [...item.lineage, ...stored.lineage], stored.id) };
  const image = left.has('image') ? undefined : await imageOfAddress(scope, item.image);
  return await storeEvent(site, tx, viewer, stored.id, changes, optionsWith(image));
}

/**
 * Creates the event of an item, or updates the existing one within the import's authority, and records the activity (events.md 5.2). A
 * trashed event stays in the trash. Throws if the event is invalid.
 */
export async function writeItem(scope: ImportScope, item: ImportItem): Promise<void> {
  const { site, tx, record, activity } = scope;
  const match = await findEventOf(site, tx, record.origin, item);
  const stored = match && match.status !== 'trash' ? await readEvent(tx, match.id) : null;
  if (match && (!stored || record.authority === 'retain')) return note(activity, 'tribe_events', 'skipped', match.id);
  const left = stored && record.authority === 'preserve_changes' ? await editedHere(tx, stored.id, eventValues(stored)) : nothing;
  const event = stored ? await change(scope, item, stored, left) : await make(scope, item);
  await rememberWritten(tx, event.id, eventValues(event), { uid: item.uid, originalId: item.originalId }, left);
  note(activity, 'tribe_events', stored ? 'updated' : 'created', event.id);
}
