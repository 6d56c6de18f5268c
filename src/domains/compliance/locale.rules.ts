const LOCALE = /^([a-z]{2,3})(?:[_-]([A-Z]{2}))?$/;

/** Returns a requested locale such as `de_DE`, or English for invalid text. */
export function localeOf(asked: string | null | undefined): string {
  const [, language, country] = LOCALE.exec((asked ?? '').trim()) ?? [];
  if (language === undefined) return 'en_US';
  return country === undefined ? language : `${language}_${country}`;
}
