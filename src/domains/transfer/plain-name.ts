import { stripTags } from '#app/core/text/plain-text.ts';

/** Converts a name to stored form; replaces angle brackets with similar characters. */
export const plainName = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›');

/** Converts a name that may contain markup. Keeps tags and replaces a `<` that starts no tag. A name of tags only becomes plain text. */
export function nameWithTags(text: string): string {
  const whole = text.replace(/<(?![^<>]*>)/g, '‹');
  return stripTags(whole) === '' ? plainName(whole) : whole;
}
