import windowsZones from 'timezones.json/timezones.json' with { type: 'json' };
import { findIana } from 'windows-iana';
import { isZone, zoneOf } from '#app/core/time/zone.ts';
import { once } from '#app/core/async/once.ts';

const UTC_NAMES = new Set(['utc', 'gmt', 'etc/utc', 'etc/gmt', 'z', 'zulu', 'coordinated universal time', 'greenwich mean time utc']);
const OFFSET = /^\(?(?:UTC|GMT)?\s*(?:([+-])\s*(\d{1,2})[:.]?(\d{2})?)?\)?$/i;
/** `(UTC-05:00) Eastern Time (US & Canada)`, as Outlook and Exchange show zones. */
const SHOWN = /^\(\s*(?:UTC|GMT)\s*(?:([+-])\s*(\d{1,2})[:.]?(\d{2})?)?\s*\)\s*(.+)$/i;

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

interface KnownNames {
  /** Windows' names by what it shows, without the distance from UTC. */
  shown: ReadonlyMap<string, string>;
  cities: ReadonlyMap<string, string>;
}

function windowsToIana(name: string): string | null {
  const [iana] = findIana(name);
  return iana !== undefined && isZone(iana) ? iana : null;
}

/** Names of zones by what is shown of them, and by cities: those of IANA names, and those that Windows lists. */
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

/** `UTC+5:30` for minutes. */
function fixedZone(minutes: number): string | null {
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const name = `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
  return isZone(name) ? name : null;
}

/** Whether the clocks of a zone are that far from UTC in some part of a year. */
function hasOffset(zone: string, minutes: number): boolean {
  return [0, 6].some((month) => zoneOf(zone).offsetAt(Date.UTC(2026, month, 1)) === minutes * 60_000);
}

/** The zone of a name as programs show it: of a place, or of a list of cities. */
function zoneOfLabel(label: string, minutes: number | null): string | null {
  const fits = (zone: string | null | undefined): zone is string =>
    typeof zone === 'string' && (minutes === null || hasOffset(zone, minutes));
  if (UTC_NAMES.has(plain(label)) && (minutes ?? 0) === 0) return 'UTC';
  const { shown, cities } = knownNames();
  const time = label.replace(/\s*\([^)]*\)\s*$/, '').replace(/ (?:Standard |Daylight |Summer )?Time$/i, ' Standard Time');
  const candidates = [windowsToIana(shown.get(plain(label)) ?? ''), windowsToIana(label), windowsToIana(time)];
  return [...candidates, ...label.split(/[,/;]/).map((city) => cities.get(plain(city)))].find(fits) ?? null;
}

/** The end of a path (`/softwarestudio.org/Tzfile/America/New_York`) that is a zone. */
function zoneOfPath(name: string): string | null {
  const parts = name.split('/').filter((part) => part !== '');
  const ends = [3, 2].filter((length) => parts.length >= length).map((length) => parts.slice(-length).join('/'));
  return ends.find(isZone) ?? null;
}

/** The zone that a TZID means: an IANA name, that of Windows, a path, a distance from UTC, or a name as programs show it; null for others. */
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
