import { parseTime, presentFor } from '../../core/time/spoken-time.ts';
import type { Field } from './declaration.ts';
import type { ParameterSchema } from './schema.ts';

type Said = Partial<ParameterSchema> & Pick<Field, 'required'>;

function said({ required, ...schema }: Said): Pick<Field, 'schema' | 'required'> {
  return { schema, ...(required !== undefined && { required }) };
}

/** A time in any supported form: Unix seconds, dates with or without zone, `tomorrow 9am` (events.md 0.4). Passed on unchanged, or as text with `asText`. */
export function time({ asText = false, spokenDefault, ...words }: Said & Pick<Field, 'spokenDefault'> & { asText?: boolean } = {}): Field {
  return {
    ...said(words),
    ...(spokenDefault !== undefined && { spokenDefault }),
    onNull: 'absent',
    check: (value) => (typeof value === 'string' || typeof value === 'number') && parseTime(value, 'UTC', presentFor(value)) !== undefined,
    clean: (value) => (asText ? String(value) : value),
  };
}
