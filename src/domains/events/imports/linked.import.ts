import type { ContentKind } from '#app/domains/content/kinds.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { ImageChoice } from '../images.ts';
import type { OrganizerInput, VenueInput } from '../inputs.ts';
import { organizerKind, venueKind } from '../kinds.ts';
import type { OrganizerRecord, VenueRecord } from '../linked.record.ts';
import { insertOrganizer, insertVenue, storeOrganizer, storeVenue } from '../linked.writer.ts';
import { findDuplicate } from '../duplicates.ts';
import { readOrganizer, readVenue } from '../event.reader.ts';
import { type ActivityKind, note } from './activity.ts';
import { imageOfAddress, type ImportScope } from './import.scope.ts';
import type { LinkedItem } from './item.rules.ts';
import { editedHere, organizerValues, rememberWritten, venueValues, withoutFields } from './local-edits.ts';
import { findByLineage, foreignLineage } from './matching.ts';

/** Differences between venues and organizers. */
interface Linkable<Input, Record> {
  kind: ContentKind;
  table: 'venue' | 'organizer';
  activity: ActivityKind;
  create(scope: ImportScope, input: Input, image: ImageChoice | undefined): Promise<Record>;
  update(scope: ImportScope, id: number, input: Input, image: ImageChoice | undefined): Promise<Record>;
  read(tx: Tx, id: number): Promise<Record | null>;
  values(record: Record): Readonly<{ [name: string]: unknown }>;
}

export const venues: Linkable<VenueInput, VenueRecord> = {
  kind: venueKind,
  table: 'venue',
  activity: 'tribe_venue',
  create: ({ site, tx, viewer }, input, image) => insertVenue(site, tx, viewer, input, { reusesExisting: false, image }),
  update: ({ site, tx, viewer }, id, input, image) => storeVenue(site, tx, viewer, id, input, image),
  read: readVenue,
  values: venueValues,
};

export const organizers: Linkable<OrganizerInput, OrganizerRecord> = {
  kind: organizerKind,
  table: 'organizer',
  activity: 'tribe_organizer',
  create: ({ site, tx, viewer }, input, image) => insertOrganizer(site, tx, viewer, input, { reusesExisting: false, image }),
  update: ({ site, tx, viewer }, id, input, image) => storeOrganizer(site, tx, viewer, id, input, image),
  read: readOrganizer,
  values: organizerValues,
};

type AnyLinked = { id: number; lineage: readonly string[] };

/**
 * Returns the ID of an item's venue or organizer. Finds it by global ID, else by title, and updates it within the import's authority.
 * Otherwise creates it with the status of the event (events.md 5.2). Processes each only once in a batch.
 */
export async function linkedIdOf<Input extends VenueInput | OrganizerInput, Record extends AnyLinked>(
  scope: ImportScope,
  linkable: Linkable<Input, Record>,
  { input, lineage, image: address }: LinkedItem<Input>,
  status: string,
): Promise<number> {
  const key = JSON.stringify([linkable.table, lineage, input.title]);
  const known = scope.dealtWith.get(key);
  if (known !== undefined) return known;
  const id = await dealWith(scope, linkable, { input, lineage, image: address }, status);
  scope.dealtWith.set(key, id);
  return id;
}

async function dealWith<Input extends VenueInput | OrganizerInput, Record extends AnyLinked>(
  scope: ImportScope,
  linkable: Linkable<Input, Record>,
  { input, lineage, image: address }: LinkedItem<Input>,
  status: string,
): Promise<number> {
  const { site, tx, activity, record } = scope;
  const byId = await findByLineage(site, tx, linkable.table, lineage);
  const match = byId?.status === 'trash' ? null : byId;
  const found = match ?? (await findDuplicate(tx, linkable.kind.name, input.title ?? '', null));
  if (!found) {
    const made = await linkable.create(scope, { ...input, status, lineage }, await imageOfAddress(scope, address));
    await rememberWritten(tx, made.id, linkable.values(made));
    note(activity, linkable.activity, 'created', made.id);
    return made.id;
  }
  const stored = await linkable.read(tx, found.id);
  if (record.authority === 'retain' || !stored) {
    note(activity, linkable.activity, 'skipped', found.id);
    return found.id;
  }
  const left = record.authority === 'preserve_changes' ? await editedHere(tx, found.id, linkable.values(stored)) : new Set<string>();
  const image = left.has('image') ? undefined : await imageOfAddress(scope, address);
  const changes = { ...withoutFields(input, left), lineage: foreignLineage(site, [...lineage, ...stored.lineage], found.id) };
  const changed = await linkable.update(scope, found.id, changes, image);
  await rememberWritten(tx, found.id, linkable.values(changed), {}, left);
  note(activity, linkable.activity, 'updated', found.id);
  return found.id;
}
