import type { Category } from '../cookies/categories.rules.ts';

/** Default texts of a banner. */
export const bannerTexts = {
  header: 'Your consent',
  message:
    'To give you the best experience we use cookies to store and read information about your device. What you consent to decides what we may use. Not consenting, or taking a consent back, may affect parts of the site.',
  accept: 'Accept',
  deny: 'Deny',
  save: 'Save my choice',
  alwaysActive: 'Always active',
  categoryFunctional: 'Functional',
  functionalText: 'Strictly needed for a service that you asked for, or to transmit a message at all.',
  categoryPreferences: 'Preferences',
  preferencesText: 'Needed to store preferences that you did not ask for.',
  categoryStatistics: 'Statistics',
  statisticsText: 'Used for statistical purposes only.',
  statisticsTextAnonymous:
    'Used for anonymous statistical purposes only. Without an order, help of your provider or records of others, what is stored for this alone cannot tell who you are.',
  categoryMarketing: 'Marketing',
  marketingText:
    'Needed to make profiles of visitors, to show advertisements, or to follow a visitor on this site or several ones for similar purposes.',
} as const;
export type BannerText = keyof typeof bannerTexts;

/** Texts of a design by locale that differ from the defaults. */
export type BannerTexts = Readonly<Record<string, Partial<Record<BannerText, string>>>>;

/** Options of a banner. */
export interface BannerOptions {
  /** True if the banner shows the categories at once, with a button that saves the choice. */
  showsCategories: boolean;
}

export const usualOptions: BannerOptions = { showsCategories: true };

/** Returns the texts of a banner: those of the locale, else of its language, else the defaults. */
export function textsIn(texts: BannerTexts, locale: string): Record<BannerText, string> {
  const language = locale.slice(0, 2);
  const ofLanguage = Object.entries(texts).find(([one]) => one.slice(0, 2) === language)?.[1];
  return { ...bannerTexts, ...ofLanguage, ...texts[locale] };
}

export interface CategoryText {
  category: Category;
  title: string;
  description: string;
}

/** Returns title and description of each category. The text about statistics depends on whether they are anonymous. */
export function categoryTexts(texts: Record<BannerText, string>, isAnonymous: boolean): CategoryText[] {
  return [
    { category: 'functional', title: texts.categoryFunctional, description: texts.functionalText },
    { category: 'preferences', title: texts.categoryPreferences, description: texts.preferencesText },
    {
      category: 'statistics',
      title: texts.categoryStatistics,
      description: isAnonymous ? texts.statisticsTextAnonymous : texts.statisticsText,
    },
    { category: 'marketing', title: texts.categoryMarketing, description: texts.marketingText },
  ];
}
