import type { Tx } from '#app/core/db/database.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import { type CreatedContent, createContentItems } from '#app/domains/content/bulk.writer.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { isTrashRequested, toContentInput, getInitialStatus } from './content-input.ts';
import { insertLinks } from './details.writer.ts';
import { checkTitle, findLinkableIds, MAX_VENUES, buildEventRow, findEventTermIds, resolveTimes } from './event.writer.ts';
import { type ImageChoice, storeImage } from './images.ts';
import { type EventInput, isGiven, type Link, type OrganizerInput, type VenueInput } from './inputs.ts';
import { eventKind, organizerKind, venueKind } from './kinds.ts';
import { createOrganizerIn, createVenueIn } from './linked.writer.ts';
import type { KnownTerms } from './term-choice.ts';
import type { WhenReversed } from './times.rules.ts';
import { moveToTrash } from './trash.writer.ts';
import { findIdsByName } from './duplicates.ts';

/** A new event with its image, which was chosen before the transaction. */
export interface NewEvent {
  input: EventInput;
  image?: ImageChoice | undefined;
}

/** Returns the name of a draft without other values, else null. Such a draft links an existing venue or organizer of this name, if there is one. */
function findOnlyName(draft: VenueInput | OrganizerInput): string | null {
  const givenValues = Object.entries(draft).filter(([, value]) => isGiven(value));
  return givenValues.length === 1 && isGiven(draft.title) ? stripTags(draft.title) || null : null;
}

/** Returns the linked IDs of each event. Creates equal drafts only once, and reuses existing records of the same name. */
async function resolveLinks<Draft extends VenueInput | OrganizerInput>(
  tx: Tx,
  kind: string,
  links: readonly (readonly Link<Draft>[])[],
  create: (draft: Draft) => Promise<{ id: number }>,
): Promise<number[][]> {
  const allLinks = links.flat();
  const linkable = await findLinkableIds(
    tx,
    kind,
    allLinks.flatMap(({ id }) => (isGiven(id) ? [id] : [])),
  );
  const names = allLinks.flatMap(({ id, draft }) => (isGiven(id) || !isGiven(draft) ? [] : (findOnlyName(draft) ?? [])));
  const idsByKey = await findIdsByName(tx, kind, [...new Set(names)]);
  const findOrCreate = async (draft: Draft): Promise<number> => {
    const key = findOnlyName(draft) ?? JSON.stringify(draft);
    const id = idsByKey.get(key) ?? (await create(draft)).id;
    idsByKey.set(key, id);
    return id;
  };
  const linkedIds: number[][] = [];
  for (const eventLinks of links) {
    const ids = new Set<number>();
    for (const { id, draft } of eventLinks) {
      if (isGiven(id)) {
        if (linkable.has(id)) ids.add(id);
      } else if (isGiven(draft)) ids.add(await findOrCreate(draft));
    }
    linkedIds.push([...ids]);
  }
  return linkedIds;
}

async function insertVenuesAndOrganizers(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  events: readonly NewEvent[],
  ids: readonly number[],
): Promise<void> {
  const reuse = { reusesExisting: true };
  const venues = await resolveLinks(
    tx,
    venueKind.name,
    events.map(({ input }) => (input.venues ?? []).slice(0, MAX_VENUES)),
    (draft) => createVenueIn(site, tx, viewer, draft, reuse),
  );
  const organizers = await resolveLinks(
    tx,
    organizerKind.name,
    events.map(({ input }) => input.organizers ?? []),
    (draft) => createOrganizerIn(site, tx, viewer, draft, reuse),
  );
  await insertLinks(
    tx,
    ids.map((eventId, i) => ({ eventId, venueIds: venues[i] as number[], organizerIds: organizers[i] as number[] })),
  );
}

/**
 * Creates several hundred events like `createEventIn` in the caller's transaction, and returns them in the same order. The number of
 * statements depends on the number of new terms, venues and organizers, not on the number of events.
 */
export async function createEventsIn(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  events: readonly NewEvent[],
  whenReversed: WhenReversed,
): Promise<CreatedContent[]> {
  if (events.length === 0) return [];
  const knownTerms: KnownTerms = new Map();
  const prepared = [];
  for (const { input, image } of events) {
    checkTitle(input);
    const times = resolveTimes(site, input, null, whenReversed);
    const content = toContentInput(site, input, await storeImage(site, tx, viewer, image));
    const terms = await findEventTermIds(tx, input, knownTerms);
    prepared.push({ row: buildEventRow(input, times), content: { ...content, status: getInitialStatus(viewer, eventKind, input), terms } });
  }
  const created = await createContentItems(
    site,
    tx,
    viewer,
    eventKind,
    prepared.map(({ content }) => content),
  );
  const rows = prepared.map(({ row }, i) => {
    const { id, status } = created[i] as CreatedContent;
    return { contentId: id, status, ...row };
  });
  await tx.event.createMany({ data: rows });
  await insertVenuesAndOrganizers(
    site,
    tx,
    viewer,
    events,
    created.map(({ id }) => id),
  );
  for (const [i, { input }] of events.entries())
    if (isTrashRequested(input)) await moveToTrash(site, tx, viewer, eventKind, (created[i] as CreatedContent).id);
  return created;
}
