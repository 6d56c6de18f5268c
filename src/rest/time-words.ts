import { now } from '../core/clock.ts';
import { parseDateTime } from '../core/time/date-time.ts';
import { parseTime } from '../core/time/spoken-time.ts';
import type { Field } from './arguments/declaration.ts';
import type { Fault, ParameterSchema } from './arguments/schema.ts';

type Said = Partial<ParameterSchema> & Pick<Field, 'required'>;

function said({ required, ...schema }: Said): Pick<Field, 'schema' | 'required'> {
  return { schema, ...(required !== undefined && { required }) };
}

/** A moment in any form that people write: Unix seconds, dates with or without zone, `tomorrow 9am` (events.md 0.4). Passed on as it is. */
export function time(words: Said = {}): Field {
  return {
    ...said(words),
    onNull: 'absent',
    check: (value) => (typeof value === 'string' || typeof value === 'number') && parseTime(value, 'UTC', now()) !== undefined,
    clean: (value) => value,
  };
}

const SQL_DATE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** Exactly `YYYY-MM-DD HH:MM:SS`, or with `loose` also the `date-time` format; `fault` is the reason a refusal gives. */
export function sqlDateTime({ fault, loose = false, ...words }: Said & { fault: (name: string) => Fault; loose?: boolean }): Field {
  return {
    ...said(words),
    onNull: 'absent',
    check: (value, name) =>
      (typeof value === 'string' && (loose || SQL_DATE_TIME.test(value)) && parseDateTime(value, 'UTC') !== undefined) || fault(name),
    clean: (value) => value,
  };
}
