import type { RecordedResponse } from '../../src/rest/routes/recorded-responses.ts';
import type { RestResponse, WholeSite } from '../support/site.ts';

/** Records responses for `rest-map/<namespace>/responses.json`: they are the same in every run and on every database, short, and without secrets. */

/** The time of the recording. */
export const RECORDED_AT = '2026-11-20T08:17:27Z';

/** First ID of items created while recording, so that these IDs are recognizable. */
const FIRST_NUMBER = 1_000_000;
const numbers = /(?<!\d)10\d{5}(?!\d)/g;
/** The ID shown for the first item. */
const SHOWN_NUMBER = 101;

/** Starts the sequences at a high number, so that IDs of new items are recognizable. */
export async function startSequences({ site }: WholeSite): Promise<void> {
  await site.db.prisma.$queryRawUnsafe(
    `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, ${FIRST_NUMBER})::text FROM pg_sequences
     WHERE schemaname = current_schema() AND max_value > ${FIRST_NUMBER}`,
  );
}

/** Patterns of values that change in every run, and their replacements. */
const replacements: readonly (readonly [pattern: RegExp, replacement: string | ((match: string) => string)])[] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '123e4567-e89b-42d3-a456-426614174000'],
  [/\b[0-9a-f]{10,}\b/g, (match) => (/^\d+$/.test(match) ? match : '0123456789abcdef'.repeat(8).slice(0, match.length))],
  [/\b(?:\w{4} ){5}\w{4}\b/g, 'abcd EFGH 1234 ijkl MNOP 5678'],
  [/\bThing \d+\b/g, 'Open stage'],
  [/\bthing-\d+(?:-\d+)?\b/gi, 'open-stage'],
  [/\bleaving-\d+/g, 'somebody'],
  [/\b(an?-(?:event|venue|organizer|post|area))-\d+(?=\b|_)/g, '$1'],
  [/(data-secret=")\w+/g, '$1abcdefghij'],
  [/(#\?secret=)\w+/g, '$1abcdefghij'],
  [/http:\/\/site\.test/g, 'https://site.example'],
  [/http%3A%2F%2Fsite\.test/g, 'https%3A%2F%2Fsite.example'],
  [/\bsite\.test\b/g, 'site.example'],
];

/** Members with secrets or values derived from secrets. */
const secretNames = /(?:nonce|password|secret|security_code|token|_key|signature)s?$/i;
const SECRET = 'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(4);

const moments = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?/g;

/** Replaces values so that recorded responses are the same in every run. */
export class FixedResponses {
  readonly #startedAt = Date.now();
  #numbers = new Map<string, number>();

  /** Returns the value with its variable parts replaced. The item in the path has the first ID. */
  of(value: unknown, path: string): unknown {
    this.#numbers = new Map();
    this.#fixText(path);
    return this.#fixValue(value, '');
  }

  #fixValue(value: unknown, name: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#fixValue(item, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [this.#fixText(key), this.#fixValue(member, key)]));
    if (typeof value === 'number') return this.#fixNumber(value);
    if (typeof value !== 'string') return value;
    return secretNames.test(name) && /^[\w+/=-]{6,}$/.test(value) ? SECRET.slice(0, value.length) : this.#fixText(value);
  }

  #fixNumber(value: number): number {
    if (this.#isNow(value) || this.#isNow(value * 1000)) return Date.parse(RECORDED_AT) / (this.#isNow(value) ? 1 : 1000);
    return /^10\d{5}$/.test(String(value)) ? this.#getShownNumber(String(value)) : value;
  }

  #getShownNumber(number: string): number {
    const known = this.#numbers.get(number) ?? SHOWN_NUMBER + this.#numbers.size;
    this.#numbers.set(number, known);
    return known;
  }

  #fixText(text: string): string {
    const replaced = replacements.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement as string), text);
    return replaced
      .replace(moments, (moment) =>
        this.#isNow(Date.parse(`${moment.replace(' ', 'T')}Z`)) ? RECORDED_AT.slice(0, 19).replace('T', moment[10] ?? 'T') : moment,
      )
      .replace(numbers, (number) => String(this.#getShownNumber(number)));
  }

  /** True if a time is from the real clock, because some values come from the database. */
  #isNow(moment: number): boolean {
    return moment > this.#startedAt - 60_000 && moment <= Date.now() + 1000;
  }
}

const MAX_TEXT = 160;
const MAX_MEMBERS = 3;
/** Objects with more members than this are maps. */
const LARGE = 60;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function shorten(value: unknown, shortensMaps: boolean): unknown {
  if (typeof value === 'string')
    return value.length > MAX_TEXT && !/^https?:\S+$/.test(value) ? `${value.slice(0, MAX_TEXT - 1).trimEnd()}…` : value;
  if (Array.isArray(value))
    return value.slice(0, value.every((item) => typeof item !== 'object') ? MAX_MEMBERS : 1).map((item) => shorten(item, shortensMaps));
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  const isMap = members.length > LARGE || (members.length > MAX_MEMBERS && members.every(([, member]) => typeof member === 'object'));
  return Object.fromEntries(
    (shortensMaps && isMap ? members.slice(0, MAX_MEMBERS) : members).map(([name, member]) => [name, shorten(member, shortensMaps)]),
  );
}

/** Shortens a value as long as it remains valid: to the first item of lists and the beginning of long strings and maps. */
function shortenValid(value: unknown, isValid: (value: unknown) => boolean): unknown {
  return [shorten(value, true), shorten(value, false)].find(isValid) ?? value;
}

/** Members that describe the API. Readers of a document would mistake their values for parts of the document. */
const descriptions = new Set(['args', 'paths', 'components', 'schema']);

function withoutDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, descriptions.has(name) && isObject(member) ? {} : withoutDescriptions(member)]),
  );
}

/** Returns the recorded form of a response. `describes` is true for descriptions of the API itself. */
export function toRecorded(
  reply: RestResponse,
  { fix, isValid, describes }: { fix: (value: unknown) => unknown; isValid: (value: unknown) => boolean; describes: boolean },
): RecordedResponse {
  const { status, body, text } = reply;
  if (text === '') return { status };
  if (body === undefined) return { status, text: String(shorten(fix(text), false)) };
  return { status, body: shortenValid(fix(describes ? withoutDescriptions(body) : body), isValid) };
}
