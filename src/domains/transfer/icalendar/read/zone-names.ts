import windowsZones from 'timezones.json/timezones.json' with { type: 'json' };
import { findIana } from 'windows-iana';
import { isZone, zoneOf } from '#app/core/time/zone.ts';
import { once } from '#app/core/async/once.ts';

const UTC_NAMES = new Set(['utc', 'gmt', 'etc/utc', 'etc/gmt', 'z', 'zulu', 'coordinated universal time', 'greenwich mean time utc']);
const OFFSET = /^\(?(?:UTC|GMT)?\s*(?:([+-])\s*(\d{1,2})[:.]?(\d{2})?)?\)?$/i;
/** Display name of a zone in Outlook and Exchange: `(UTC-05:00) Eastern Time (US & Canada)`. */
const SHOWN = /^\(\s*(?:UTC|GMT)\s*(?:([+-])\s*(\d{1,2})[:.]?(\d{2})?)?\s*\)\s*(.+)$/i;

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

interface KnownNames {
  /** Windows zone names by display name without offset. */
  shown: ReadonlyMap<string, string>;
  cities: ReadonlyMap<string, string>;
}

function windowsToIana(name: string): string | null {
  const [iana] = findIana(name);
  return iana !== undefined && isZone(iana) ? iana : null;
}

/** Zone names by display name and by city, from IANA and Windows names. */
const knownNames = once((): KnownNames => {
  const labels = windowsZones.map(({ value, text }) => ({ value, label: text.replace(/^\([^)]*\)\s*/, '') }));
  const listed = labels.flatMap(({ value, label }) => label.split(/[,/]/).map((city) => [plain(city), windowsToIana(value)] as const));
  const iana = Intl.supportedValuesOf('timeZone').map((zone) => [plain(zone.slice(zone.lastIndexOf('/') + 1)), zone] as const);
  return {
    shown: new Map(labels.map(({ value, label }) => [plain(label), value])),
    cities: new Map([...listed.filter((one): one is [string, string] => one[1] !== null), ...iana]),
  };
});

const minutesOf = (sign = '+', hours = '0', minutes = '0') => (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));

/** Returns a name such as `UTC+5:30` for an offset in minutes. */
function fixedZone(minutes: number): string | null {
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const name = `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
  return isZone(name) ? name : null;
}

/** True if a zone has that offset at some time of the year. */
function hasOffset(zone: string, minutes: number): boolean {
  return [0, 6].some((month) => zoneOf(zone).offsetAt(Date.UTC(2026, month, 1)) === minutes * 60_000);
}

/** Returns the zone of a display name: a place or a list of cities. */
function zoneOfLabel(label: string, minutes: number | null): string | null {
  const fits = (zone: string | null | undefined): zone is string =>
    typeof zone === 'string' && (minutes === null || hasOffset(zone, minutes));
  if (UTC_NAMES.has(plain(label)) && (minutes ?? 0) === 0) return 'UTC';
  const { shown, cities } = knownNames();
  const time = label.replace(/\s*\([^)]*\)\s*$/, '').replace(/ (?:Standard |Daylight |Summer )?Time$/i, ' Standard Time');
  const candidates = [windowsToIana(shown.get(plain(label)) ?? ''), windowsToIana(label), windowsToIana(time)];
  return [...candidates, ...label.split(/[,/;]/).map((city) => cities.get(plain(city)))].find(fits) ?? null;
}

/** Returns the zone at the end of a path (`/softwarestudio.org/Tzfile/America/New_York`). */
function zoneOfPath(name: string): string | null {
  const parts = name.split('/').filter((part) => part !== '');
  const ends = [3, 2].filter((length) => parts.length >= length).map((length) => parts.slice(-length).join('/'));
  return ends.find(isZone) ?? null;
}

/** Returns the zone of a TZID: an IANA name, a Windows name, a path, an offset from UTC, or a display name; null for others. */
export function zoneOfTzid(tzid: string): string | null {
  const name = tzid
    .replaceAll('"', '')
    .trim()
    .replace(/^TZID=/i, '');
  if (UTC_NAMES.has(name.toLowerCase())) return 'UTC';
  if (isZone(name)) return name;
  const found = windowsToIana(name) ?? zoneOfPath(name);
  if (found !== null) return found;
  const offset = OFFSET.exec(name);
  if (offset?.[1]) return fixedZone(minutesOf(...offset.slice(1)));
  const shown = SHOWN.exec(name);
  return shown ? zoneOfLabel(shown[4] as string, minutesOf(...shown.slice(1, 4))) : zoneOfLabel(name, null);
}
