const LOCALE = /^([a-z]{2,3})(?:[_-]([A-Z]{2}))?$/;

/** The locale that a caller asks for, such as `de_DE`; English for whatever is not one. */
export function localeOf(asked: string | null | undefined): string {
  const [, language, country] = LOCALE.exec((asked ?? '').trim()) ?? [];
  if (language === undefined) return 'en_US';
  return country === undefined ? language : `${language}_${country}`;
}
