import { columns } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import { insertLinks } from '../../events/details.writer.ts';
import type { EventRecord } from '../../events/event.record.ts';
import { organizerKind, venueKind } from '../../events/kinds.ts';
import type { Site } from '#app/site.ts';
import { sourceNumber } from '../import/item-notes.ts';
import type { FindItems, LostLink } from '../item-kinds.ts';
import type { WxrMeta } from '../wxr/records.ts';

const VENUE = '_EventVenueID';
const ORGANIZER = '_EventOrganizerID';

/** Meta keys for an event's venue and organizers. There may be several organizers, in order. */
export const linkKeys: ReadonlySet<string> = new Set([VENUE, ORGANIZER]);

/** True for values that mean "none" in WordPress. */
const isNone = (value: string) => ['', '0', '-1'].includes(value.trim());

const kindColumns = columns('Content', 'c', { only: ['id', 'kind'] });
const linkedKinds = statement(
  'import_linked_kinds',
  `SELECT ${kindColumns.list} FROM content c WHERE c.id = ANY($1::int[]) AND c.status <> 'trash'`,
  kindColumns,
);

/** Returns the kinds of those contents that exist here and are not in the trash. */
async function kindsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await rowsIn(tx, linkedKinds, ids);
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** Links new events with their venues and organizers. Of several venues, the first counts (events.md 2.6.6). */
export async function linkEvents(
  _site: Site,
  tx: Tx,
  items: readonly { contentId: number; meta: readonly WxrMeta[] }[],
  find: FindItems,
): Promise<LostLink[]> {
  const numbers = items.flatMap(({ meta }) => meta.flatMap(({ value }) => sourceNumber(value.trim()) ?? []));
  const found = await find(numbers);
  const kinds = await kindsOf(tx, [...new Set(found.values())]);
  const lost: LostLink[] = [];
  const links = items.map(({ contentId, meta }) => {
    const idsOf = (key: string, kind: string) => {
      const ids = meta
        .filter((one) => one.key === key && !isNone(one.value))
        .flatMap(({ value }) => {
          const id = found.get(value.trim());
          if (id !== undefined && kinds.get(id) === kind) return [id];
          lost.push({ contentId, reason: `its ${kind} did not come in or is in the trash: it has lost it`, detail: value });
          return [];
        });
      return [...new Set(ids)];
    };
    const [venue, ...others] = idsOf(VENUE, venueKind.name);
    for (const id of others) lost.push({ contentId, reason: 'an event has one venue here: it has lost the others', detail: String(id) });
    return { eventId: contentId, venueIds: venue === undefined ? [] : [venue], organizerIds: idsOf(ORGANIZER, organizerKind.name) };
  });
  await insertLinks(tx, links);
  return lost;
}

/** Returns the links of an event as meta. */
export function linkMeta({ venues, organizers }: EventRecord): WxrMeta[] {
  return [
    ...venues.map(({ id }) => ({ key: VENUE, value: String(id) })),
    ...organizers.map(({ id }) => ({ key: ORGANIZER, value: String(id) })),
  ];
}
