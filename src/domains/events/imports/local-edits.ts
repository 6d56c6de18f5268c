import { rowShape, narrowShape } from '#app/core/db/columns.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import { createHash } from 'node:crypto';
import type { Tx } from '#app/core/db/database.ts';
import type { EventRecord } from '../event.record.ts';
import { isSticky } from '../event.record.ts';
import type { EventInput, OrganizerInput, VenueInput } from '../inputs.ts';
import type { OrganizerRecord, VenueRecord } from '../linked.record.ts';

/** Current values by group of fields. If one field of a group was edited locally, the import does not change any field of the group. */
type Values = Readonly<Record<string, unknown>>;

const listIds = (records: readonly { id: number }[]) => records.map(({ id }) => id);
const listTermIds = (event: EventRecord, taxonomy: string) =>
  listIds(event.terms.filter((term) => term.taxonomy === taxonomy)).sort((a, b) => a - b);

/** Returns the values that an import may write to an event, by group. */
export function getEventValues(event: EventRecord): Values {
  return {
    title: event.title,
    description: event.content,
    excerpt: event.excerpt,
    times: [event.startLocal, event.endLocal, event.timezone, event.allDay],
    website: event.website ?? '',
    cost: event.costs,
    currencySymbol: event.currencySymbol,
    currencyPosition: event.currencyPosition,
    showMap: event.showMap,
    showMapLink: event.showMapLink,
    isHiddenFromListings: event.hideFromListings,
    isSticky: isSticky(event),
    isFeatured: event.featured,
    image: event.featuredMediaId ?? 0,
    categories: listTermIds(event, 'event_category'),
    tags: listTermIds(event, 'post_tag'),
    venues: listIds(event.venues),
    organizers: listIds(event.organizers),
  };
}

/** Maps groups to their input fields, unless the only field has the name of the group. */
const fieldsOfGroup: Readonly<Record<string, readonly string[]>> = {
  times: ['start', 'end', 'timezone', 'allDay'],
  categories: ['categoryIds'],
  tags: ['tagIds'],
  place: ['latitude', 'longitude'],
};

/** Returns the values that an import may write to a venue. */
export function getVenueValues(venue: VenueRecord): Values {
  const { title, content, address, city, country, province, state, stateProvince, zip, phone, website, showMap, showMapLink } = venue;
  return {
    title,
    description: content,
    address,
    city,
    country,
    province,
    state,
    stateProvince,
    zip,
    phone,
    website,
    showMap,
    showMapLink,
    place: [venue.latitude, venue.longitude],
    image: venue.featuredMediaId ?? 0,
  };
}

/** Returns the values that an import may write to an organizer. */
export function getOrganizerValues({ title, content, phone, website, email, featuredMediaId }: OrganizerRecord): Values {
  return { title, description: content, phone, website, email, image: featuredMediaId ?? 0 };
}

const hashValue = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
const isBlank = (value: unknown) =>
  value === '' || value === 0 || value === false || (Array.isArray(value) && value.every((element) => element === null));

const fingerprintsOfContent = statement(
  'written_by_import',
  'SELECT k.written FROM imported_calendar_content k WHERE k.content_id = $1',
  narrowShape<{ written: Record<string, string> }>(rowShape({ written: 'json' })),
);

/**
 * Returns the groups that were edited locally since the last import. For groups that no import has written, returns those with a value.
 */
export async function findLocalEdits(tx: Tx, id: number, values: Values): Promise<Set<string>> {
  const [row] = await queryIn(tx, fingerprintsOfContent, id);
  return new Set(
    Object.entries(values)
      .filter(([name, value]) => (row?.written[name] === undefined ? !isBlank(value) : row.written[name] !== hashValue(value)))
      .map(([name]) => name),
  );
}

/** Returns the input without the fields of these groups. */
export function omitFields<Input extends EventInput | VenueInput | OrganizerInput>(input: Input, groups: ReadonlySet<string>): Input {
  const fields = new Set([...groups].flatMap((name) => fieldsOfGroup[name] ?? [name]));
  return Object.fromEntries(Object.entries(input).filter(([name]) => !fields.has(name))) as Input;
}

/** IDs by which later imports recognize an event. */
export interface ImportKeys {
  uid?: string | undefined;
  originalId?: string | undefined;
}

const storeFingerprints = statement(
  'remember_import',
  `INSERT INTO imported_calendar_content (content_id, uid, original_id, written) VALUES ($1, $2, $3, $4::jsonb)
  ON CONFLICT (content_id) DO UPDATE SET uid = COALESCE(excluded.uid, imported_calendar_content.uid),
    original_id = COALESCE(excluded.original_id, imported_calendar_content.original_id), written = imported_calendar_content.written || excluded.written`,
);

/** Stores the import keys, and the fingerprints (hashes) of the values that an import wrote, except for groups that were edited locally. */
export async function saveFingerprints(
  tx: Tx,
  id: number,
  values: Values,
  { uid, originalId }: ImportKeys = {},
  editedGroups: ReadonlySet<string> = new Set(),
): Promise<void> {
  const fingerprints = Object.entries(values).flatMap(([name, value]) =>
    editedGroups.has(name) ? [] : [[name, hashValue(value)] as const],
  );
  await executeIn(tx, storeFingerprints, id, uid ?? null, originalId ?? null, JSON.stringify(Object.fromEntries(fingerprints)));
}
