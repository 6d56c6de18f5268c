import { defineDomain } from '#app/site.ts';
import { copyImageFiles } from './branding.service.ts';
import { findHeaderPicture } from './header-picture.ts';
import { mountBranding } from './pages/branding.page.ts';
import { BRANDING_PATH } from './pages/path.ts';

/** The branding of the site: logo, icon, accent color, font and header picture. */
export const branding = defineDomain({
  name: 'branding',
  onSettingStored: copyImageFiles,
  getMenuLinks: (_site, can, translate) =>
    can('manage_options') ? [{ label: translate('branding.link'), path: BRANDING_PATH, rank: 4, forStaff: 'settings' }] : [],
  getFrontPart: findHeaderPicture,
  pages: mountBranding,
});
