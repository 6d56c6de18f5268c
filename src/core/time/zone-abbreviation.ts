import { getZoneByName } from './zone.ts';
import type { Zone, ZoneName } from './zone.ts';

/** Abbreviations of the IANA time zone database, by the English names of Intl. Intl itself only abbreviates American zones. */
const ABBREVIATIONS: Record<string, string> = {
  'American Samoa Standard Time': 'SST',
  'Australian Central Daylight Time': 'ACDT',
  'Australian Central Standard Time': 'ACST',
  'Australian Eastern Daylight Time': 'AEDT',
  'Australian Eastern Standard Time': 'AEST',
  'Australian Western Standard Time': 'AWST',
  'British Summer Time': 'BST',
  'Central Africa Time': 'CAT',
  'Central European Standard Time': 'CET',
  'Central European Summer Time': 'CEST',
  'Central Indonesia Time': 'WITA',
  'Chamorro Standard Time': 'ChST',
  'China Standard Time': 'CST',
  'Cuba Daylight Time': 'CDT',
  'Cuba Standard Time': 'CST',
  'East Africa Time': 'EAT',
  'Eastern European Standard Time': 'EET',
  'Eastern European Summer Time': 'EEST',
  'Eastern Indonesia Time': 'WIT',
  'Hawaii-Aleutian Daylight Time': 'HDT',
  'Hawaii-Aleutian Standard Time': 'HST',
  'Hong Kong Standard Time': 'HKT',
  'India Standard Time': 'IST',
  'Irish Standard Time': 'IST',
  'Israel Daylight Time': 'IDT',
  'Israel Standard Time': 'IST',
  'Japan Standard Time': 'JST',
  'Korean Standard Time': 'KST',
  'Mexican Pacific Standard Time': 'MST',
  'Moscow Standard Time': 'MSK',
  'New Zealand Daylight Time': 'NZDT',
  'New Zealand Standard Time': 'NZST',
  'Newfoundland Daylight Time': 'NDT',
  'Newfoundland Standard Time': 'NST',
  'Pakistan Standard Time': 'PKT',
  'Philippine Standard Time': 'PST',
  'South Africa Standard Time': 'SAST',
  'Taiwan Standard Time': 'CST',
  'West Africa Time': 'WAT',
  'Western European Standard Time': 'WET',
  'Western European Summer Time': 'WEST',
  'Western Indonesia Time': 'WIB',
  'Yukon Time': 'MST',
};

/** Zones that have a numeric abbreviation in the IANA database, but for which Intl would return letters. */
const NUMERIC_ZONES = new Set(['Asia/Colombo', 'Europe/Minsk', 'Antarctica/Casey', 'Antarctica/Troll']);
/** Zones without a name of their own in Intl, with the zone whose name applies to them. */
const SAME_NAME_AS: Record<string, string> = {
  'Europe/Guernsey': 'Europe/London',
  'Europe/Isle_of_Man': 'Europe/London',
  'Europe/Jersey': 'Europe/London',
};

/** Zones that the IANA database abbreviates as GMT, but that Intl treats as UTC. */
const GREENWICH = /^(Etc\/)?(GMT([+-]?0)?|Greenwich)$/i;

const formats = new Map<string, { long: Intl.DateTimeFormat; short: Intl.DateTimeFormat }>();

/**
 * Returns the abbreviation of the zone at the instant, such as `EST`, `EDT` or `HKT`. Zones without an abbreviation have a numeric one, such as `+04`
 * or `+0545`. The abbreviation of an offset zone is its name, such as `UTC+2` (docs/behaviour/events.md 2.2). Throws a RangeError for an unknown
 * zone.
 */
export function getZoneAbbreviation(zone: ZoneName | Zone, at: Date): string {
  const zoneObject = typeof zone === 'object' ? zone : getZoneByName(zone);
  if (zoneObject.isFixed) return zoneObject.name;
  if (GREENWICH.test(zoneObject.name)) return 'GMT';
  if (NUMERIC_ZONES.has(zoneObject.name)) return formatNumericAbbreviation(zoneObject.getOffset(at.getTime()));
  const { long, short } = getFormats(SAME_NAME_AS[zoneObject.name] ?? zoneObject.name);
  const abbreviation = ABBREVIATIONS[formatZoneName(long, at)] ?? formatZoneName(short, at);
  return /^[A-Za-z]+$/.test(abbreviation) ? abbreviation : formatNumericAbbreviation(zoneObject.getOffset(at.getTime()));
}

function getFormats(timeZone: string): { long: Intl.DateTimeFormat; short: Intl.DateTimeFormat } {
  let pair = formats.get(timeZone);
  if (pair === undefined) {
    pair = {
      long: new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'long' }),
      short: new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }),
    };
    // Formats are large and names come from callers, so the cache is limited.
    if (formats.size >= 100) formats.clear();
    formats.set(timeZone, pair);
  }
  return pair;
}

function formatZoneName(format: Intl.DateTimeFormat, at: Date): string {
  return format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
}

function formatNumericAbbreviation(offsetMs: number): string {
  const minutes = Math.trunc(Math.abs(offsetMs) / 60_000);
  const text = String(Math.floor(minutes / 60)).padStart(2, '0') + (minutes % 60 === 0 ? '' : String(minutes % 60).padStart(2, '0'));
  return (offsetMs < 0 ? '-' : '+') + text;
}
