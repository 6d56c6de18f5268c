import { stripTags } from '#app/core/text/plain-text.ts';

/** A name as it is stored, in which signs that would mean markup stay signs. */
export const plainName = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›');

/** A name that may hold markup: its tags are left to the writer, and a `<` that begins none stays a sign. Only of tags, it is all signs. */
export function nameWithTags(text: string): string {
  const whole = text.replace(/<(?![^<>]*>)/g, '‹');
  return stripTags(whole) === '' ? plainName(whole) : whole;
}
