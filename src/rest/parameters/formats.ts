import { isIP } from 'node:net';
import { cleanUrl } from '../../core/text/clean-url.ts';
import { cleanText, cleanTextarea } from '../../core/text/plain-text.ts';
import { isZeroDate, parseDateTime } from '../../core/time/date-time.ts';
import type { TextFormat } from './schema.ts';

/** A format of strings (docs/behaviour/core-rest.md 3.5): its check, its error and its sanitizer. Without a check, it accepts any string. */
export interface Format {
  readonly accepts?: (text: string) => boolean;
  readonly code?: string;
  readonly createMessage?: (name: string) => string;
  readonly clean?: (text: string) => string;
}

const hexColor = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const mailbox = /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const domainLabel = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

const trim = (text: string): string => text.trim();

const formats: ReadonlyMap<TextFormat, Format> = new Map<TextFormat, Format>([
  [
    'date-time',
    {
      // the domain itself refuses the zero date
      accepts: (text) => parseDateTime(text, 'UTC') !== undefined || isZeroDate(text),
      code: 'rest_invalid_date',
      createMessage: () => 'Invalid date.',
      clean: cleanText,
    },
  ],
  [
    'email',
    {
      accepts: isEmailAddress,
      code: 'rest_invalid_email',
      createMessage: (name) => `${name} is not a valid email address.`,
      clean: trim,
    },
  ],
  [
    'ip',
    {
      // a zone (fe80::1%eth0) is only meaningful on one machine
      accepts: (text) => isIP(text) !== 0 && !text.includes('%'),
      code: 'rest_invalid_ip',
      createMessage: (name) => `${name} is not a valid IP address.`,
      clean: trim,
    },
  ],
  [
    'uuid',
    {
      accepts: (text) => uuid.test(text),
      code: 'rest_invalid_uuid',
      createMessage: (name) => `${name} is not a valid UUID.`,
      clean: trim,
    },
  ],
  [
    'hex-color',
    {
      accepts: (text) => hexColor.test(text),
      code: 'rest_invalid_hex_color',
      createMessage: (name) => `${name} is not a valid hex color.`,
    },
  ],
  ['uri', { clean: cleanUrl }],
  ['text-field', { clean: cleanText }],
  ['textarea-field', { clean: cleanTextarea }],
]);

/** Returns a format, or undefined for a format that is only published and not checked (`tel`, `date`). */
export function findFormat(format: TextFormat | undefined): Format | undefined {
  return format === undefined ? undefined : formats.get(format);
}

/** True for an ASCII mailbox, one `@`, and a domain of at least two labels, with at least six characters in total. */
export function isEmailAddress(text: string): boolean {
  if (text.length < 6) return false;
  const [local = '', domain = '', ...more] = text.split('@');
  const labels = domain.split('.');
  return more.length === 0 && mailbox.test(local) && labels.length > 1 && labels.every((label) => domainLabel.test(label));
}
