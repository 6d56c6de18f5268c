import type { Tx } from '#app/core/db/database.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import { type CreatedContent, createContents } from '#app/domains/content/bulk.writer.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { asksForTrash, contentInputOf, firstStatus } from './content-input.ts';
import { insertLinks } from './details.writer.ts';
import { checkTitle, linkableIds, MAX_VENUES, newEventRow, termIdsOf, timesOf } from './event.writer.ts';
import { type ImageChoice, keepImage } from './images.ts';
import { type EventInput, isGiven, type Link, type OrganizerInput, type VenueInput } from './inputs.ts';
import { eventKind, organizerKind, venueKind } from './kinds.ts';
import { insertOrganizer, insertVenue } from './linked.writer.ts';
import type { KnownTerms } from './term-choice.ts';
import type { WhenReversed } from './times.rules.ts';
import { moveToTrash } from './trash.writer.ts';
import { findNamed } from './duplicates.ts';

/** A new event with its image, which was chosen before the transaction. */
export interface NewEvent {
  input: EventInput;
  image?: ImageChoice | undefined;
}

/** Returns the name if the draft has no other value: then an existing venue or organizer of this name is reused unchanged. */
function bareName(draft: VenueInput | OrganizerInput): string | null {
  const said = Object.entries(draft).filter(([, value]) => isGiven(value));
  return said.length === 1 && isGiven(draft.title) ? stripTags(draft.title) || null : null;
}

/** Returns the linked IDs of each event. Creates equal drafts only once, and reuses existing records of the same name. */
async function linkedIds<Draft extends VenueInput | OrganizerInput>(
  tx: Tx,
  kind: string,
  links: readonly (readonly Link<Draft>[])[],
  make: (draft: Draft) => Promise<{ id: number }>,
): Promise<number[][]> {
  const all = links.flat();
  const here = await linkableIds(
    tx,
    kind,
    all.flatMap(({ id }) => (isGiven(id) ? [id] : [])),
  );
  const names = all.flatMap(({ id, draft }) => (isGiven(id) || !isGiven(draft) ? [] : (bareName(draft) ?? [])));
  const ids = await findNamed(tx, kind, [...new Set(names)]);
  const idOf = async (draft: Draft): Promise<number> => {
    const key = bareName(draft) ?? JSON.stringify(draft);
    const id = ids.get(key) ?? (await make(draft)).id;
    ids.set(key, id);
    return id;
  };
  const found: number[][] = [];
  for (const ofEvent of links) {
    const mine = new Set<number>();
    for (const { id, draft } of ofEvent) {
      if (isGiven(id)) {
        if (here.has(id)) mine.add(id);
      } else if (isGiven(draft)) mine.add(await idOf(draft));
    }
    found.push([...mine]);
  }
  return found;
}

async function link(site: Site, tx: Tx, viewer: Viewer, events: readonly NewEvent[], ids: readonly number[]): Promise<void> {
  const reuse = { reusesExisting: true };
  const venues = await linkedIds(
    tx,
    venueKind.name,
    events.map(({ input }) => (input.venues ?? []).slice(0, MAX_VENUES)),
    (draft) => insertVenue(site, tx, viewer, draft, reuse),
  );
  const organizers = await linkedIds(
    tx,
    organizerKind.name,
    events.map(({ input }) => input.organizers ?? []),
    (draft) => insertOrganizer(site, tx, viewer, draft, reuse),
  );
  await insertLinks(
    tx,
    ids.map((eventId, i) => ({ eventId, venueIds: venues[i] as number[], organizerIds: organizers[i] as number[] })),
  );
}

/**
 * Does the same as `insertEvent` for several hundred events in the caller's transaction, and returns the events in the order given. The
 * number of statements grows with new terms, venues and organizers, but not with the events.
 */
export async function createEvents(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  events: readonly NewEvent[],
  whenReversed: WhenReversed,
): Promise<CreatedContent[]> {
  if (events.length === 0) return [];
  const known: KnownTerms = new Map();
  const drafts = [];
  for (const { input, image } of events) {
    checkTitle(input);
    const times = timesOf(site, input, null, whenReversed);
    const content = contentInputOf(site, input, await keepImage(site, tx, viewer, image));
    const terms = await termIdsOf(tx, input, known);
    drafts.push({ row: newEventRow(input, times), content: { ...content, status: firstStatus(viewer, eventKind, input), terms } });
  }
  const created = await createContents(
    site,
    tx,
    viewer,
    eventKind,
    drafts.map(({ content }) => content),
  );
  const rows = drafts.map(({ row }, i) => {
    const { id, status } = created[i] as CreatedContent;
    return { contentId: id, status, ...row };
  });
  await tx.event.createMany({ data: rows });
  await link(
    site,
    tx,
    viewer,
    events,
    created.map(({ id }) => id),
  );
  for (const [i, { input }] of events.entries())
    if (asksForTrash(input)) await moveToTrash(site, tx, viewer, eventKind, (created[i] as CreatedContent).id);
  return created;
}
