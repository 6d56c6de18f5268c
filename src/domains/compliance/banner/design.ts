import type { Category } from '../cookies/categories.rules.ts';

/** Default texts of a banner. */
export const bannerTexts = {
  header: 'Your consent',
  message:
    'To give you the best experience, we use cookies to store and read information on your device. Your choice decides what we may use. If you do not consent, or withdraw your consent, parts of the site may not work.',
  accept: 'Accept',
  deny: 'Deny',
  save: 'Save my choice',
  alwaysActive: 'Always active',
  categoryFunctional: 'Functional',
  functionalText: 'Strictly necessary for a service that you requested, or to transmit a message.',
  categoryPreferences: 'Preferences',
  preferencesText: 'Needed to store preferences that you did not request.',
  categoryStatistics: 'Statistics',
  statisticsText: 'Used for statistical purposes only.',
  statisticsTextAnonymous:
    'Used for anonymous statistical purposes only. Without a court order, the help of your internet provider or records of third parties, this data alone cannot identify you.',
  categoryMarketing: 'Marketing',
  marketingText:
    'Needed to create profiles of visitors, to show advertisements, or to track visitors on this site or across sites for similar purposes.',
} as const;
export type BannerText = keyof typeof bannerTexts;

/** Texts of a design by locale that differ from the defaults. */
export type BannerTexts = Readonly<Record<string, Partial<Record<BannerText, string>>>>;

/** Options of a banner. */
export interface BannerOptions {
  /** True if the first view of the banner shows the categories, with a button that saves the choice. */
  showsCategories: boolean;
}

export const defaultOptions: BannerOptions = { showsCategories: true };

/** Returns the texts of a banner in a locale. Uses texts of the first locale with the same language, or else the defaults, for missing texts. */
export function getTexts(texts: BannerTexts, locale: string): Record<BannerText, string> {
  const language = locale.slice(0, 2);
  const languageTexts = Object.entries(texts).find(([key]) => key.slice(0, 2) === language)?.[1];
  return { ...bannerTexts, ...languageTexts, ...texts[locale] };
}

export interface CategoryText {
  category: Category;
  title: string;
  description: string;
}

/** Returns the title and description of each category. The description of statistics depends on whether they are anonymous. */
export function listCategoryTexts(texts: Record<BannerText, string>, isAnonymous: boolean): CategoryText[] {
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
