import { defineDomain } from '#app/site.ts';
import { appearance } from './appearance.settings.ts';
import { renderLatestPosts, createSiteFrame, listThemeLinks } from './pages/frame.ts';
import { mountAppearance } from './pages/appearance.page.ts';
import { themeData } from './personal-data.ts';

/** Appearance of pages, settings of the theme, and lessons. */
export const theme = defineDomain({
  name: 'theme',
  personalData: themeData,
  settings: [appearance],
  getSiteFrame: createSiteFrame,
  getMenuLinks: listThemeLinks,
  getContentPart: renderLatestPosts,
  pages: mountAppearance,
});
