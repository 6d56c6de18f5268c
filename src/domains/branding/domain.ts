import { defineDomain } from '#app/site.ts';
import { copyImageRecords } from './branding.service.ts';
import { renderHeaderPicture } from './header-picture.ts';
import { mountBranding } from './pages/branding.page.ts';
import { BRANDING_PATH } from './pages/path.ts';

/** The branding of the site: logo, icon, accent color, font and header picture. */
export const branding = defineDomain({
  name: 'branding',
  onSettingStored: copyImageRecords,
  getMenuLinks: (_site, can, translate) =>
    can('manage_options') ? [{ label: translate('branding.link'), path: BRANDING_PATH, rank: 4, forStaff: 'settings' }] : [],
  getFrontPart: renderHeaderPicture,
  pages: mountBranding,
});
