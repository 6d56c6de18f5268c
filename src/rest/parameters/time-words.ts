import { parseDateTime } from '../../core/time/date-time.ts';
import { parseTime, presentFor } from '../../core/time/spoken-time.ts';
import type { Field } from './declaration.ts';
import { because, type Reasoned } from './fault.ts';
import type { ParameterSchema } from './schema.ts';

type Said = Partial<ParameterSchema> & Pick<Field, 'required'>;

function said({ required, ...schema }: Said): Pick<Field, 'schema' | 'required'> {
  return { schema, ...(required !== undefined && { required }) };
}

/** A moment in any form that people write: Unix seconds, dates with or without zone, `tomorrow 9am` (events.md 0.4). Passed on as it is, or with `asText` as text. */
export function time({ asText = false, spokenDefault, ...words }: Said & Pick<Field, 'spokenDefault'> & { asText?: boolean } = {}): Field {
  return {
    ...said(words),
    ...(spokenDefault !== undefined && { spokenDefault }),
    onNull: 'absent',
    check: (value) => (typeof value === 'string' || typeof value === 'number') && parseTime(value, 'UTC', presentFor(value)) !== undefined,
    clean: (value) => (asText ? String(value) : value),
  };
}

const DAY = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/;

/** The day of a text as `YYYY-MM-DD`; undefined when the calendar has no such day. */
function dayOf(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = DAY.exec(text) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return parseDateTime(`${iso} 00:00:00`, 'UTC')?.wall.startsWith(iso) === true ? iso : undefined;
}

/** A day, `YYYY-MM-DD`; a time behind it does not count. An empty text is none, unless one is required. */
export function day({ required, ...schema }: Said = {}): Field {
  return {
    schema: { type: 'string', ...schema },
    ...(required !== undefined && { required }),
    onNull: 'absent',
    check: (value) => typeof value === 'string' && ((value === '' && required !== true) || dayOf(value) !== undefined),
    clean: (value) => dayOf(String(value)) ?? null,
  };
}

const SQL_DATE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** Exactly `YYYY-MM-DD HH:MM:SS`, or with `loose` also the `date-time` format; `fault` is the reason a refusal gives. */
export function sqlDateTime({ fault, loose = false, ...words }: Said & Required<Reasoned> & { loose?: boolean }): Field {
  return {
    ...said(words),
    onNull: 'absent',
    check: (value, name) =>
      (typeof value === 'string' && (loose || SQL_DATE_TIME.test(value)) && parseDateTime(value, 'UTC') !== undefined) ||
      because(fault, name),
    clean: (value) => value,
  };
}
