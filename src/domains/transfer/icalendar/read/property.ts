import { ValueFault } from './value-fault.ts';

/** A property of a component, with its raw value. */
export interface Property {
  name: string;
  parameters: ReadonlyMap<string, string>;
  value: string;
}

const NAME = /^[A-Za-z0-9_.-]+(?=[;:])/;
const PARAMETER = /;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:])*)/y;
/** Properties whose values contain no colon, so the last colon separates the parameters, even if these contain colons. */
const OF_DATES = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'RDATE', 'EXDATE']);
const DATES = /^["\s]*(?:\d{4}-?\d{2}-?\d{2}[\dTZPWDHMS,/:+-]*)?["\s]*$/i;
/** Standard names (RFC 5545, 7986, 9073). Programs prefix their own names with X-. */
const KNOWN = new Set(
  (
    'ACTION ATTACH ATTENDEE CALSCALE CATEGORIES CLASS COLOR COMMENT COMPLETED CONCEPT CONFERENCE CONTACT CREATED DESCRIPTION DTEND DTSTAMP DTSTART DUE ' +
    'DURATION EXDATE EXRULE FREEBUSY GEO IMAGE LAST-MODIFIED LINK LOCATION METHOD NAME ORGANIZER PERCENT-COMPLETE PRIORITY PRODID RDATE RECURRENCE-ID ' +
    'REFID REFRESH-INTERVAL RELATED-TO REPEAT REQUEST-STATUS RESOURCES RRULE SEQUENCE SOURCE STATUS STYLED-DESCRIPTION SUMMARY TRANSP TRIGGER TZID ' +
    'TZNAME TZOFFSETFROM TZOFFSETTO TZURL UID URL VERSION'
  ).split(' '),
);

const unquoted = (text: string) => text.replaceAll('"', '').trim();

/** Parses parameters up to the colon before the value; null if their syntax is invalid. */
function readStrictly(rest: string): Omit<Property, 'name'> | null {
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = 0;
  let at = 0;
  for (let match = PARAMETER.exec(rest); match; match = PARAMETER.exec(rest)) {
    parameters.set((match[1] as string).toUpperCase(), unquoted(match[2] as string));
    at = PARAMETER.lastIndex;
  }
  return rest[at] === ':' ? { parameters, value: rest.slice(at + 1) } : null;
}

/** Parses everything before the last colon as parameters, because zone names may contain colons and misplaced quotes. */
function readDates(rest: string): Omit<Property, 'name'> {
  const at = rest.lastIndexOf(':');
  const pairs = rest
    .slice(0, Math.max(0, at))
    .split(';')
    .filter((pair) => pair.includes('='))
    .map((pair) => [pair.slice(0, pair.indexOf('=')).trim().toUpperCase(), unquoted(pair.slice(pair.indexOf('=') + 1))] as const);
  return { parameters: new Map(pairs), value: rest.slice(at + 1) };
}

/** Parses a line. Throws ValueFault if it is not a property. */
export function parseProperty(text: string): Property {
  const written = NAME.exec(text)?.[0];
  if (written === undefined || !text.includes(':')) throw new ValueFault('it is not a property: it does not begin with a name and a colon');
  const name = written.toUpperCase();
  if (!KNOWN.has(name) && !name.startsWith('X-') && written !== name) throw new ValueFault(`${written.slice(0, 40)} is not a property`);
  const rest = text.slice(written.length);
  const read = readStrictly(rest);
  if (OF_DATES.has(name) && !(read && DATES.test(read.value))) {
    const lenient = readDates(rest);
    if (!read || DATES.test(lenient.value)) return { name, ...lenient };
  }
  return { name, ...(read ?? { parameters: new Map(), value: rest.slice(rest.indexOf(':') + 1) }) };
}

// oxlint-disable-next-line no-control-regex -- they are what is removed
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** Decodes a text value. Drops characters that control terminals or that databases reject. */
export function unescapeText(value: string): string {
  return value
    .replace(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))
    .replaceAll(CONTROLS, '')
    .toWellFormed();
}
