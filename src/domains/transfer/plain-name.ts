import { stripTags } from '#app/core/text/plain-text.ts';

/** Converts a name to stored form; replaces angle brackets with similar characters. */
export const toPlainName = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›');

/** Converts a name that may contain markup to stored form: keeps tags and replaces a `<` that starts no tag. Tags without text become plain text. */
export function escapeName(text: string): string {
  const withTags = text.replace(/<(?![^<>]*>)/g, '‹');
  return stripTags(withTags) === '' ? toPlainName(withTags) : withTags;
}
