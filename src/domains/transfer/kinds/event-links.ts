import { columns } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { insertLinks } from '../../events/details.writer.ts';
import type { EventRecord } from '../../events/event.record.ts';
import { organizerKind, venueKind } from '../../events/kinds.ts';
import type { Site } from '#app/site.ts';
import { parseSourceId } from '../import/item-notes.ts';
import type { FindItems, UnresolvedLink } from '../item-kinds.ts';
import type { WxrMeta } from '../wxr/records.ts';

const VENUE_KEY = '_EventVenueID';
const ORGANIZER_KEY = '_EventOrganizerID';

/** Meta keys for an event's venue and organizers. An event may have several organizers, in order. */
export const linkKeys: ReadonlySet<string> = new Set([VENUE_KEY, ORGANIZER_KEY]);

/** True for values that mean "none" in WordPress. */
const isNone = (value: string) => ['', '0', '-1'].includes(value.trim());

const kindColumns = columns('Content', 'c', { only: ['id', 'kind'] });
const selectKinds = statement(
  'import_linked_kinds',
  `SELECT ${kindColumns.list} FROM content c WHERE c.id = ANY($1::int[]) AND c.status <> 'trash'`,
  kindColumns,
);

/** Returns the kinds of content by ID, without missing and trashed content. */
async function findKinds(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await queryIn(tx, selectKinds, ids);
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** Links new events with their venues and organizers. Uses only the first of several venues (docs/behaviour/events.md 2.6.6). */
export async function linkEvents(
  _site: Site,
  tx: Tx,
  items: readonly { contentId: number; meta: readonly WxrMeta[] }[],
  find: FindItems,
): Promise<UnresolvedLink[]> {
  const sourceIds = items.flatMap(({ meta }) => meta.flatMap(({ value }) => parseSourceId(value.trim()) ?? []));
  const contentIds = await find(sourceIds);
  const kinds = await findKinds(tx, [...new Set(contentIds.values())]);
  const lostLinks: UnresolvedLink[] = [];
  const links = items.map(({ contentId, meta }) => {
    const findIds = (key: string, kind: string) => {
      const ids = meta
        .filter((entry) => entry.key === key && !isNone(entry.value))
        .flatMap(({ value }) => {
          const id = contentIds.get(value.trim());
          if (id !== undefined && kinds.get(id) === kind) return [id];
          lostLinks.push({ contentId, reason: `its ${kind} was not imported or is in the trash: the link was removed`, detail: value });
          return [];
        });
      return [...new Set(ids)];
    };
    const [venue, ...others] = findIds(VENUE_KEY, venueKind.name);
    for (const id of others)
      lostLinks.push({ contentId, reason: 'an event has only one venue here: the other links were removed', detail: String(id) });
    return { eventId: contentId, venueIds: venue === undefined ? [] : [venue], organizerIds: findIds(ORGANIZER_KEY, organizerKind.name) };
  });
  await insertLinks(tx, links);
  return lostLinks;
}

/** Returns the links of an event as meta. */
export function buildLinkMeta({ venues, organizers }: EventRecord): WxrMeta[] {
  return [
    ...venues.map(({ id }) => ({ key: VENUE_KEY, value: String(id) })),
    ...organizers.map(({ id }) => ({ key: ORGANIZER_KEY, value: String(id) })),
  ];
}
