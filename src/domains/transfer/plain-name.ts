import { stripTags } from '#app/core/text/plain-text.ts';

/** Converts a plain-text name to its stored form. Replaces angle brackets with similar characters. */
export const toPlainName = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›');

/**
 * Converts a name that may contain markup to its stored form. Keeps tags and replaces a `<` that does not start a tag. A name of tags without text
 * becomes plain text.
 */
export function escapeName(text: string): string {
  const withTags = text.replace(/<(?![^<>]*>)/g, '‹');
  return stripTags(withTags) === '' ? toPlainName(withTags) : withTags;
}
