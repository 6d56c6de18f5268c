import { getZoneAbbreviation } from '#app/core/time/zone-abbreviation.ts';
import { msToWall } from '#app/core/time/wall-time.ts';
import { type Zone, getZoneByName } from '#app/core/time/zone.ts';
import { listTransitions } from './transitions.ts';

const DAY_MS = 86_400_000;
const MAX_CACHE_ENTRIES = 500;

const pad = (value: number) => String(value).padStart(2, '0');

function formatOffset(offset: number): string {
  const seconds = Math.round(Math.abs(offset) / 1000);
  const remainder = seconds % 60;
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(seconds / 3600))}${pad(Math.floor((seconds % 3600) / 60))}${remainder === 0 ? '' : pad(remainder)}`;
}

const toBasicFormat = (ms: number) => (msToWall(ms) ?? '').replace(/[-:]/g, '');

function isSummerTime(zone: Zone, at: number): boolean {
  const year = new Date(at).getUTCFullYear();
  return zone.getOffset(at) > Math.min(zone.getOffset(Date.UTC(year, 0, 1)), zone.getOffset(Date.UTC(year, 6, 1)));
}

function writeObservance(zone: Zone, at: number, from: number, to: number): string[] {
  const kind = isSummerTime(zone, at) ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${toBasicFormat(at + from)}`,
    `TZOFFSETFROM:${formatOffset(from)}`,
    `TZOFFSETTO:${formatOffset(to)}`,
    `TZNAME:${getZoneAbbreviation(zone, new Date(at))}`,
    `END:${kind}`,
  ];
}

const cache = new Map<string, string>();

function writeTimezone(name: string, firstYear: number, lastYear: number): string {
  const zone = getZoneByName(name);
  const start = Date.UTC(firstYear, 0, 1) - 7 * DAY_MS;
  const offset = zone.getOffset(start);
  const changes = listTransitions(zone, start, Date.UTC(lastYear + 1, 0, 1) + 7 * DAY_MS);
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${name}`,
    ...writeObservance(zone, start, offset, offset),
    ...changes.flatMap(({ at, from, to }) => writeObservance(zone, at, from, to)),
    'END:VTIMEZONE',
  ].join('\r\n');
}

/**
 * Returns the VTIMEZONE of an IANA zone for these years, with every change of offset in the time zone data of this process. Libraries write
 * yearly rules instead, which are wrong for years in which the rules were different.
 */
export function writeVtimezone(name: string, firstYear: number, lastYear: number): string {
  const key = `${name} ${firstYear} ${lastYear}`;
  let text = cache.get(key);
  if (text === undefined) {
    text = writeTimezone(name, firstYear, lastYear);
    if (cache.size >= MAX_CACHE_ENTRIES) cache.clear();
    cache.set(key, text);
  }
  return text;
}
