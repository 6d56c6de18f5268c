import type { ContentKind } from '#app/domains/content/kinds.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { ImageChoice } from '../images.ts';
import type { OrganizerInput, VenueInput } from '../inputs.ts';
import { organizerKind, venueKind } from '../kinds.ts';
import type { OrganizerRecord, VenueRecord } from '../linked.record.ts';
import { createOrganizerIn, createVenueIn, updateOrganizerIn, updateVenueIn } from '../linked.writer.ts';
import { findDuplicate } from '../duplicates.ts';
import { readOrganizer, readVenue } from '../event.reader.ts';
import { type ActivityKind, addToActivity } from './activity.ts';
import { storeImageFromUrl, type ImportScope } from './import.scope.ts';
import type { LinkedItem } from './item.rules.ts';
import { findLocalEdits, getOrganizerValues, saveFingerprints, getVenueValues, omitFields } from './local-edits.ts';
import { findByLineage, listForeignLineage } from './matching.ts';

/** Differences between venues and organizers. */
interface LinkedKind<Input, Record> {
  kind: ContentKind;
  table: 'venue' | 'organizer';
  activity: ActivityKind;
  create(scope: ImportScope, input: Input, image: ImageChoice | undefined): Promise<Record>;
  update(scope: ImportScope, id: number, input: Input, image: ImageChoice | undefined): Promise<Record>;
  read(tx: Tx, id: number): Promise<Record | null>;
  getValues(record: Record): Readonly<{ [name: string]: unknown }>;
}

export const venues: LinkedKind<VenueInput, VenueRecord> = {
  kind: venueKind,
  table: 'venue',
  activity: 'tribe_venue',
  create: ({ site, tx, viewer }, input, image) => createVenueIn(site, tx, viewer, input, { reusesExisting: false, image }),
  update: ({ site, tx, viewer }, id, input, image) => updateVenueIn(site, tx, viewer, id, input, image),
  read: readVenue,
  getValues: getVenueValues,
};

export const organizers: LinkedKind<OrganizerInput, OrganizerRecord> = {
  kind: organizerKind,
  table: 'organizer',
  activity: 'tribe_organizer',
  create: ({ site, tx, viewer }, input, image) => createOrganizerIn(site, tx, viewer, input, { reusesExisting: false, image }),
  update: ({ site, tx, viewer }, id, input, image) => updateOrganizerIn(site, tx, viewer, id, input, image),
  read: readOrganizer,
  getValues: getOrganizerValues,
};

type AnyLinked = { id: number; lineage: readonly string[] };

/**
 * Returns the ID of an item's venue or organizer. Finds an existing record by global ID, else by title, and updates it if the authority of
 * the import allows that. If none exists, creates a record with the status of the event (docs/behaviour/events.md 5.2). A batch processes each
 * venue or organizer only once.
 */
export async function importLinked<Input extends VenueInput | OrganizerInput, Record extends AnyLinked>(
  scope: ImportScope,
  linkedKind: LinkedKind<Input, Record>,
  { input, lineage, image }: LinkedItem<Input>,
  status: string,
): Promise<number> {
  const key = JSON.stringify([linkedKind.table, lineage, input.title]);
  const processedId = scope.processed.get(key);
  if (processedId !== undefined) return processedId;
  const id = await createOrUpdate(scope, linkedKind, { input, lineage, image }, status);
  scope.processed.set(key, id);
  return id;
}

async function createOrUpdate<Input extends VenueInput | OrganizerInput, Record extends AnyLinked>(
  scope: ImportScope,
  linkedKind: LinkedKind<Input, Record>,
  { input, lineage, image: imageUrl }: LinkedItem<Input>,
  status: string,
): Promise<number> {
  const { site, tx, activity, record } = scope;
  const byLineage = await findByLineage(site, tx, linkedKind.table, lineage);
  const match = byLineage?.status === 'trash' ? null : byLineage;
  const existing = match ?? (await findDuplicate(tx, linkedKind.kind.name, input.title ?? '', null));
  if (!existing) {
    const created = await linkedKind.create(scope, { ...input, status, lineage }, await storeImageFromUrl(scope, imageUrl));
    await saveFingerprints(tx, created.id, linkedKind.getValues(created));
    addToActivity(activity, linkedKind.activity, 'created', created.id);
    return created.id;
  }
  const stored = await linkedKind.read(tx, existing.id);
  if (record.authority === 'retain' || !stored) {
    addToActivity(activity, linkedKind.activity, 'skipped', existing.id);
    return existing.id;
  }
  const editedGroups =
    record.authority === 'preserve_changes' ? await findLocalEdits(tx, existing.id, linkedKind.getValues(stored)) : new Set<string>();
  const image = editedGroups.has('image') ? undefined : await storeImageFromUrl(scope, imageUrl);
  const changes = { ...omitFields(input, editedGroups), lineage: listForeignLineage(site, [...lineage, ...stored.lineage], existing.id) };
  const updated = await linkedKind.update(scope, existing.id, changes, image);
  await saveFingerprints(tx, existing.id, linkedKind.getValues(updated), {}, editedGroups);
  addToActivity(activity, linkedKind.activity, 'updated', existing.id);
  return existing.id;
}
