import windowsZones from 'timezones.json/timezones.json' with { type: 'json' };
import { findIana } from 'windows-iana';
import { isZone, getZoneByName } from '#app/core/time/zone.ts';
import { once } from '#app/core/async/once.ts';

const UTC_NAMES = new Set(['utc', 'gmt', 'etc/utc', 'etc/gmt', 'z', 'zulu', 'coordinated universal time', 'greenwich mean time utc']);
const OFFSET = /^\(?(?:UTC|GMT)?\s*(?:([+-])\s*(\d{1,2})[:.]?(\d{2})?)?\)?$/i;
/** Display name of a zone in Outlook and Exchange: `(UTC-05:00) Eastern Time (US & Canada)`. */
const DISPLAY_NAME = /^\(\s*(?:UTC|GMT)\s*(?:([+-])\s*(\d{1,2})[:.]?(\d{2})?)?\s*\)\s*(.+)$/i;

const normalize = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

interface KnownNames {
  /** Windows zone names by their display names without offsets. */
  windowsNames: ReadonlyMap<string, string>;
  /** IANA zone names by city. */
  cities: ReadonlyMap<string, string>;
}

function findIanaZone(name: string): string | null {
  const [iana] = findIana(name);
  return iana !== undefined && isZone(iana) ? iana : null;
}

/** Zone names by display name and by city, from IANA and Windows names. */
const loadKnownNames = once((): KnownNames => {
  const labels = windowsZones.map(({ value, text }) => ({ value, label: text.replace(/^\([^)]*\)\s*/, '') }));
  const windowsCities = labels.flatMap(({ value, label }) =>
    label.split(/[,/]/).map((city) => [normalize(city), findIanaZone(value)] as const),
  );
  const iana = Intl.supportedValuesOf('timeZone').map((zone) => [normalize(zone.slice(zone.lastIndexOf('/') + 1)), zone] as const);
  return {
    windowsNames: new Map(labels.map(({ value, label }) => [normalize(label), value])),
    cities: new Map([...windowsCities.filter((entry): entry is [string, string] => entry[1] !== null), ...iana]),
  };
});

const toMinutes = (sign = '+', hours = '0', minutes = '0') => (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));

/** Returns the name of the zone with a fixed offset in minutes, such as `UTC+5:30`; null if the site does not support it. */
function findFixedZone(minutes: number): string | null {
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const name = `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
  return isZone(name) ? name : null;
}

/** True if a zone has this offset, in minutes, in January or July. */
function hasOffsetInYear(zone: string, minutes: number): boolean {
  return [0, 6].some((month) => getZoneByName(zone).getOffset(Date.UTC(2026, month, 1)) === minutes * 60_000);
}

/** Returns the zone of a display name, such as a place or a list of cities, with this offset; null if none matches. */
function findZoneByLabel(label: string, minutes: number | null): string | null {
  const hasGivenOffset = (zone: string | null | undefined): zone is string =>
    typeof zone === 'string' && (minutes === null || hasOffsetInYear(zone, minutes));
  if (UTC_NAMES.has(normalize(label)) && (minutes ?? 0) === 0) return 'UTC';
  const { windowsNames, cities } = loadKnownNames();
  const standardName = label.replace(/\s*\([^)]*\)\s*$/, '').replace(/ (?:Standard |Daylight |Summer )?Time$/i, ' Standard Time');
  const candidates = [findIanaZone(windowsNames.get(normalize(label)) ?? ''), findIanaZone(label), findIanaZone(standardName)];
  return [...candidates, ...label.split(/[,/;]/).map((city) => cities.get(normalize(city)))].find(hasGivenOffset) ?? null;
}

/** Returns the zone at the end of a path (`/softwarestudio.org/Tzfile/America/New_York`); null if none exists. */
function findZoneByPath(name: string): string | null {
  const parts = name.split('/').filter((part) => part !== '');
  const ends = [3, 2].filter((length) => parts.length >= length).map((length) => parts.slice(-length).join('/'));
  return ends.find(isZone) ?? null;
}

/** Returns the zone of a TZID: an IANA name, a Windows name, a path, an offset from UTC, or a display name; null for others. */
export function findZoneByTzid(tzid: string): string | null {
  const name = tzid
    .replaceAll('"', '')
    .trim()
    .replace(/^TZID=/i, '');
  if (UTC_NAMES.has(name.toLowerCase())) return 'UTC';
  if (isZone(name)) return name;
  const zone = findIanaZone(name) ?? findZoneByPath(name);
  if (zone !== null) return zone;
  const offset = OFFSET.exec(name);
  if (offset?.[1]) return findFixedZone(toMinutes(...offset.slice(1)));
  const displayName = DISPLAY_NAME.exec(name);
  return displayName ? findZoneByLabel(displayName[4] as string, toMinutes(...displayName.slice(1, 4))) : findZoneByLabel(name, null);
}
