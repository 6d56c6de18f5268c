import { CANCELLED, STATUS_FIELD } from '#app/domains/events/calendar/event-status.ts';
import { getSiteZone } from '../../content/site-time.ts';
import type { Tx } from '#app/core/db/database.ts';
import { insertEvents } from '../../events/details.writer.ts';
import { loadEventsIn } from '../../events/event.reader.ts';
import type { EventRecord } from '../../events/event.record.ts';
import type { EventInput } from '../../events/inputs.ts';
import { eventKind } from '../../events/kinds.ts';
import type { Site } from '#app/site.ts';
import { registerItemKind, type Remark, type InsertedItem } from '../item-kinds.ts';
import type { WxrItem, WxrMeta } from '../wxr/records.ts';
import { writeCustomFieldMeta, readCustomFields, isCustomField } from './event-custom-fields.ts';
import { linkEvents, linkKeys, buildLinkMeta } from './event-links.ts';
import { timeKeys, buildTimesMeta, readEventTimes, findTimesRefusal, listTimesRemarks } from './event-times.ts';
import { formatFlag, ItemMeta, toMeta, INVALID_WEBSITE } from './item-meta.ts';

const WEBSITE = '_EventURL';
const COST = '_EventCost';
const SYMBOL = '_EventCurrencySymbol';
const CODE = '_EventCurrencyCode';
const POSITION = '_EventCurrencyPosition';
const SHOW_MAP = '_EventShowMap';
const SHOW_MAP_LINK = '_EventShowMapLink';
const HIDDEN = '_EventHideFromUpcoming';
const FEATURED = '_tribe_featured';
const STATUS = '_tribe_events_status';
/** Status of a canceled event in files. */
const CANCELED_STATUS = 'canceled';
/** Meta key for the global IDs of an event, venue or organizer on the sites from which it was copied. */
export const LINEAGE = '_tribe_aggregator_global_id_lineage';

const ownKeys: ReadonlySet<string> = new Set([
  ...timeKeys,
  WEBSITE,
  COST,
  SYMBOL,
  CODE,
  POSITION,
  SHOW_MAP,
  SHOW_MAP_LINK,
  HIDDEN,
  FEATURED,
  STATUS,
  LINEAGE,
]);

const positions: Readonly<Record<string, string>> = { prefix: 'prefix', postfix: 'postfix', suffix: 'postfix' };

function toInput(item: WxrItem): EventInput {
  const meta = new ItemMeta(item);
  const status = meta.getText(STATUS);
  return {
    website: meta.getWebUrl(WEBSITE),
    cost: meta.getAll(COST).filter((cost) => cost.trim() !== ''),
    currencySymbol: meta.getText(SYMBOL),
    currencyCode: meta.getText(CODE),
    currencyPosition: positions[meta.getFirst(POSITION) ?? ''] ?? '',
    showMap: meta.getFlag(SHOW_MAP),
    showMapLink: meta.getFlag(SHOW_MAP_LINK),
    isHiddenFromListings: meta.getFlag(HIDDEN),
    isFeatured: meta.getFlag(FEATURED),
    lineage: meta.getAll(LINEAGE),
    customFields: { ...readCustomFields(item), ...(status !== '' && { [STATUS_FIELD]: status === CANCELED_STATUS ? CANCELLED : status }) },
  };
}

async function write(site: Site, tx: Tx, items: readonly InsertedItem[]): Promise<void> {
  const zone = getSiteZone(site);
  await insertEvents(
    tx,
    items.map(({ contentId, item }) => ({ contentId, input: toInput(item), times: readEventTimes(item, zone) })),
  );
}

function listRemarks(item: WxrItem): Remark[] {
  const isInvalid = new ItemMeta(item).getWebUrl(WEBSITE) === null;
  return [
    ...listTimesRemarks(item),
    ...(isInvalid ? [{ reason: INVALID_WEBSITE, detail: new ItemMeta(item).getFirst(WEBSITE) ?? '' }] : []),
  ];
}

function buildEventMeta(event: EventRecord): WxrMeta[] {
  const { [STATUS_FIELD]: status, ...fields } = event.customFields;
  return [
    ...buildTimesMeta(event),
    ...toMeta([
      [STATUS, status === CANCELLED ? CANCELED_STATUS : status],
      ...event.costs.map((cost) => [COST, cost] as const),
      [SYMBOL, event.currencySymbol],
      [CODE, event.currencyCode],
      [POSITION, event.currencyPosition],
      [HIDDEN, event.hideFromListings ? 'yes' : ''],
      [FEATURED, formatFlag(event.featured)],
      ...event.lineage.map((id) => [LINEAGE, id] as const),
    ]),
    // the website is null if it was never set, and empty if it was deleted
    ...(event.website === null ? [] : [{ key: WEBSITE, value: event.website }]),
    { key: SHOW_MAP, value: formatFlag(event.showMap) },
    { key: SHOW_MAP_LINK, value: formatFlag(event.showMapLink) },
    ...writeCustomFieldMeta(fields),
    ...buildLinkMeta(event),
  ];
}

registerItemKind({
  postType: 'tribe_events',
  kind: eventKind.name,
  ownMeta: { has: (key) => ownKeys.has(key) || isCustomField(key) },
  findSkipReason: findTimesRefusal,
  findRemarks: listRemarks,
  write,
  linkMeta: linkKeys,
  linkItems: linkEvents,
  exportParts: async (_site, tx, ids) => new Map((await loadEventsIn(tx, ids)).map((event) => [event.id, { meta: buildEventMeta(event) }])),
});
