const LOCALE = /^([a-z]{2,3})(?:[_-]([A-Z]{2}))?$/;

/** Parses a locale such as `de`, `de-DE` or `de_DE`. Returns `de` or `de_DE` for these. Returns `en_US` for an invalid locale. */
export function parseLocale(text: string | null | undefined): string {
  const [, language, country] = LOCALE.exec((text ?? '').trim()) ?? [];
  if (language === undefined) return 'en_US';
  return country === undefined ? language : `${language}_${country}`;
}
