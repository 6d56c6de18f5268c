/**
 * Zones of both hemispheres. Some have offsets with half or quarter hours, changes at midnight, abolished rules, a skipped day or negative
 * summer time.
 */
export const zones = [
  'Europe/Oslo',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Lisbon',
  'Europe/Moscow',
  'Europe/Istanbul',
  'Europe/Kyiv',
  'Europe/Chisinau',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Halifax',
  'America/St_Johns',
  'America/Havana',
  'America/Mexico_City',
  'America/Caracas',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Asuncion',
  'America/Argentina/Buenos_Aires',
  'America/Godthab',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/Windhoek',
  'Asia/Jerusalem',
  'Asia/Tehran',
  'Asia/Gaza',
  'Asia/Amman',
  'Asia/Kathmandu',
  'Asia/Pyongyang',
  'Asia/Ulaanbaatar',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Apia',
];

/** First year whose clock changes are tested. CI starts at 2010; `FIRST_YEAR=1990` tests more of history. */
const FIRST_YEAR = Number(process.env['FIRST_YEAR'] ?? 2010);

/** Period in which clock changes are tested, in milliseconds: from `FIRST_YEAR` until 2038. */
export const testedPeriod: readonly [from: number, until: number] = [Date.UTC(FIRST_YEAR, 0, 1), Date.UTC(2038, 0, 1)];
