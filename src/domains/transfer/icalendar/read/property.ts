import { InvalidValueError } from './value-fault.ts';

/** A property of a component, with its raw value. */
export interface Property {
  name: string;
  parameters: ReadonlyMap<string, string>;
  value: string;
}

const NAME = /^[A-Za-z0-9_.-]+(?=[;:])/;
const PARAMETER = /;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:])*)/y;
/** Properties of dates. If their parameters are malformed and contain colons, the last colon of the line separates the value. */
const DATE_PROPERTIES = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'RDATE', 'EXDATE']);
const DATE_VALUE = /^["\s]*(?:\d{4}-?\d{2}-?\d{2}[\dTZPWDHMS,/:+-]*)?["\s]*$/i;
/** Standard names (RFC 5545, 7986, 9073). Programs prefix their own names with X-. */
const STANDARD_NAMES = new Set(
  (
    'ACTION ATTACH ATTENDEE CALSCALE CATEGORIES CLASS COLOR COMMENT COMPLETED CONCEPT CONFERENCE CONTACT CREATED DESCRIPTION DTEND DTSTAMP DTSTART DUE ' +
    'DURATION EXDATE EXRULE FREEBUSY GEO IMAGE LAST-MODIFIED LINK LOCATION METHOD NAME ORGANIZER PERCENT-COMPLETE PRIORITY PRODID RDATE RECURRENCE-ID ' +
    'REFID REFRESH-INTERVAL RELATED-TO REPEAT REQUEST-STATUS RESOURCES RRULE SEQUENCE SOURCE STATUS STYLED-DESCRIPTION SUMMARY TRANSP TRIGGER TZID ' +
    'TZNAME TZOFFSETFROM TZOFFSETTO TZURL UID URL VERSION'
  ).split(' '),
);

const unquote = (text: string) => text.replaceAll('"', '').trim();

/** Parses parameters up to the colon before the value; null if their syntax is invalid. */
function parseStrictly(afterName: string): Omit<Property, 'name'> | null {
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = 0;
  let colonIndex = 0;
  for (let match = PARAMETER.exec(afterName); match; match = PARAMETER.exec(afterName)) {
    parameters.set((match[1] as string).toUpperCase(), unquote(match[2] as string));
    colonIndex = PARAMETER.lastIndex;
  }
  return afterName[colonIndex] === ':' ? { parameters, value: afterName.slice(colonIndex + 1) } : null;
}

/** Parses everything before the last colon as parameters, because zone names may contain colons and misplaced quotes. */
function parseLeniently(afterName: string): Omit<Property, 'name'> {
  const colonIndex = afterName.lastIndexOf(':');
  const pairs = afterName
    .slice(0, Math.max(0, colonIndex))
    .split(';')
    .filter((pair) => pair.includes('='))
    .map((pair) => [pair.slice(0, pair.indexOf('=')).trim().toUpperCase(), unquote(pair.slice(pair.indexOf('=') + 1))] as const);
  return { parameters: new Map(pairs), value: afterName.slice(colonIndex + 1) };
}

/** Parses a line. Throws `InvalidValueError` if it is not a property. */
export function parseProperty(text: string): Property {
  const nameAsWritten = NAME.exec(text)?.[0];
  if (nameAsWritten === undefined || !text.includes(':'))
    throw new InvalidValueError('it is not a property: it does not start with a name and a colon');
  const name = nameAsWritten.toUpperCase();
  if (!STANDARD_NAMES.has(name) && !name.startsWith('X-') && nameAsWritten !== name)
    throw new InvalidValueError(`${nameAsWritten.slice(0, 40)} is not a property`);
  const afterName = text.slice(nameAsWritten.length);
  const strict = parseStrictly(afterName);
  if (DATE_PROPERTIES.has(name) && !(strict && DATE_VALUE.test(strict.value))) {
    const lenient = parseLeniently(afterName);
    if (!strict || DATE_VALUE.test(lenient.value)) return { name, ...lenient };
  }
  return { name, ...(strict ?? { parameters: new Map(), value: afterName.slice(afterName.indexOf(':') + 1) }) };
}

// oxlint-disable-next-line no-control-regex -- removes control characters
const CONTROL_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** Decodes an escaped value. Drops characters that control terminals or that databases reject. */
export function unescapeText(value: string): string {
  return value
    .replace(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))
    .replaceAll(CONTROL_CHARACTERS, '')
    .toWellFormed();
}
