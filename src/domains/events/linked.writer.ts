import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { notifyContentChange } from '../content/changes.ts';
import { createContentIn, updateContentIn } from '../content/content.writer.ts';
import type { ContentKind } from '../content/kinds.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalid } from '#app/core/failures/failure.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import { isTrashRequested, toContentInput, getInitialStatus } from './content-input.ts';
import { readOrganizer, readVenue } from './event.reader.ts';
import { type ImageChoice, storeImage } from './images.ts';
import { isGiven, type OrganizerInput, type VenueInput } from './inputs.ts';
import { organizerKind, venueKind } from './kinds.ts';
import {
  buildOrganizerColumns,
  buildOrganizerRow,
  buildOrganizerSearchText,
  getStateOrProvince,
  buildVenueColumns,
  buildVenueRow,
  buildVenueSearchText,
} from './linked.columns.ts';
import type { OrganizerRecord, VenueRecord } from './linked.record.ts';
import { saveFailed, withSaveFailure } from './save-failure.ts';
import { moveToTrash } from './trash.writer.ts';
import { findDuplicate } from './duplicates.ts';

/** Options for creating a venue or organizer. */
export interface CreateOptions {
  /**
   * True to update an existing record with the same name instead of creating one. If the input has a description, it must be the same, too
   * (docs/behaviour/events.md 2.10).
   */
  reusesExisting: boolean;
  /** Image that was chosen before the transaction. */
  image?: ImageChoice | undefined;
}

/** Differences between venues and organizers. */
interface LinkedKind<Input, Record> {
  kind: ContentKind;
  failureCode: string;
  insert(tx: Tx, id: number, input: Input): Promise<void>;
  update(tx: Tx, id: number, input: Input): Promise<void>;
  read(tx: Tx, id: number): Promise<Record | null>;
}

/** Fields that determine `stateProvince`. It is derived again if the input contains one of them but not `stateProvince`. */
const stateFields = ['state', 'province', 'country'] as const;

const venues: LinkedKind<VenueInput, VenueRecord> = {
  kind: venueKind,
  failureCode: 'could_not_create_venue',
  async insert(tx, id, input) {
    await tx.venue.create({ data: { contentId: id, ...buildVenueRow(input) }, select: { contentId: true } });
  },
  async update(tx, id, input) {
    const stored = await tx.venue.findUniqueOrThrow({ where: { contentId: id } });
    const columns = { ...stored, ...buildVenueColumns(input) };
    if (!isGiven(input.stateProvince) && stateFields.some((name) => isGiven(input[name])))
      columns.stateProvince = getStateOrProvince(columns);
    const { contentId: _id, ...data } = columns;
    await tx.venue.update({
      where: { contentId: id },
      data: { ...data, searchText: buildVenueSearchText(columns) },
      select: { contentId: true },
    });
  },
  read: readVenue,
};

const organizers: LinkedKind<OrganizerInput, OrganizerRecord> = {
  kind: organizerKind,
  failureCode: 'could_not_create_organizer',
  async insert(tx, id, input) {
    await tx.organizer.create({ data: { contentId: id, ...buildOrganizerRow(input) }, select: { contentId: true } });
  },
  async update(tx, id, input) {
    const stored = await tx.organizer.findUniqueOrThrow({ where: { contentId: id } });
    const columns = { ...stored, ...buildOrganizerColumns(input) };
    const { contentId: _id, ...data } = columns;
    await tx.organizer.update({
      where: { contentId: id },
      data: { ...data, searchText: buildOrganizerSearchText(columns) },
      select: { contentId: true },
    });
  },
  read: readOrganizer,
};

async function create<Input extends VenueInput | OrganizerInput, Record>(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  linkedKind: LinkedKind<Input, Record>,
  input: Input,
  options: CreateOptions,
): Promise<Record> {
  const name = stripTags(input.title ?? '');
  if (name === '') throw invalid(linkedKind.failureCode, `The ${linkedKind.kind.name} needs a name.`);
  const { content: description } = toContentInput(site, input, undefined);
  const existing = options.reusesExisting ? await findDuplicate(tx, linkedKind.kind.name, name, description) : null;
  if (existing !== null) {
    await linkedKind.update(tx, existing.id, input);
    await notifyContentChange(tx, { id: existing.id, kind: linkedKind.kind.name, from: existing.status, to: existing.status });
    return (await linkedKind.read(tx, existing.id)) as Record;
  }
  const image = await storeImage(site, tx, viewer, options.image);
  const content = { ...toContentInput(site, input, image), status: getInitialStatus(viewer, linkedKind.kind, input) };
  const { id } = await createContentIn(site, tx, viewer, linkedKind.kind, content);
  await linkedKind.insert(tx, id, input);
  if (isTrashRequested(input)) await moveToTrash(site, tx, viewer, linkedKind.kind, id);
  return (await linkedKind.read(tx, id)) as Record;
}

async function update<Input extends VenueInput | OrganizerInput, Record>(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  linkedKind: LinkedKind<Input, Record>,
  id: number,
  input: Input,
  image: ImageChoice | undefined,
): Promise<Record> {
  const featuredMediaId = await storeImage(site, tx, viewer, image);
  const { name } = linkedKind.kind;
  const { status } = await withSaveFailure(
    name,
    updateContentIn(site, tx, viewer, linkedKind.kind, id, toContentInput(site, input, featuredMediaId)),
  );
  await linkedKind.update(tx, id, input);
  if (isTrashRequested(input) && status !== 'trash') await moveToTrash(site, tx, viewer, linkedKind.kind, id);
  const updated = await linkedKind.read(tx, id);
  if (!updated) throw saveFailed(name);
  return updated;
}

/**
 * Creates a venue in the caller's transaction. Its default status depends on the viewer's right to publish. Throws
 * `could_not_create_venue` if the name is missing.
 */
export const createVenueIn = (site: Site, tx: Tx, viewer: Viewer, input: VenueInput, options: CreateOptions) =>
  create(site, tx, viewer, venues, input, options);

/** Updates a venue in the caller's transaction. Omitted values do not change. */
export const updateVenueIn = (site: Site, tx: Tx, viewer: Viewer, id: number, input: VenueInput, image?: ImageChoice) =>
  update(site, tx, viewer, venues, id, input, image);

/** Creates an organizer in the caller's transaction; see `createVenueIn`. */
export const createOrganizerIn = (site: Site, tx: Tx, viewer: Viewer, input: OrganizerInput, options: CreateOptions) =>
  create(site, tx, viewer, organizers, input, options);

/** Updates an organizer in the caller's transaction. Omitted values do not change. */
export const updateOrganizerIn = (site: Site, tx: Tx, viewer: Viewer, id: number, input: OrganizerInput, image?: ImageChoice) =>
  update(site, tx, viewer, organizers, id, input, image);
