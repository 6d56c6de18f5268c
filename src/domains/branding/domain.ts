import { defineDomain } from '#app/site.ts';
import { copyImageFiles } from './branding.service.ts';
import { findHeaderPicture } from './header-picture.ts';
import { mountBranding } from './pages/branding.page.ts';
import { BRANDING_PATH } from './pages/path.ts';

/** The branding of the site: logo, icon, color and header picture. */
export const branding = defineDomain({
  name: 'branding',
  settingStored: copyImageFiles,
  menuLinks: (_site, can, say) =>
    can('manage_options') ? [{ label: say('branding.link'), path: BRANDING_PATH, rank: 4, forStaff: 'settings' }] : [],
  frontPart: findHeaderPicture,
  pages: mountBranding,
});
