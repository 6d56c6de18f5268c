import { parseTime, getCurrentTimeFor } from '../../core/time/parse-time.ts';
import type { Field } from './declaration.ts';
import { createField, type Keywords } from './field-types.ts';

/**
 * A time in any supported form: Unix seconds, dates with or without zone, `tomorrow 9am` (docs/behaviour/events.md 0.4). The value stays unchanged,
 * or becomes a string with `asText`.
 */
export function time({ asText = false, ...keywords }: Keywords & { asText?: boolean } = {}): Field {
  return createField({
    ...keywords,
    onNull: 'absent',
    check: (value) =>
      (typeof value === 'string' || typeof value === 'number') && parseTime(value, 'UTC', getCurrentTimeFor(value)) !== undefined,
    clean: (value) => (asText ? String(value) : value),
  });
}
