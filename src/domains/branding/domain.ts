import { defineDomain } from '#app/core/domain/domain.ts';
import { followImageSettings } from './branding.service.ts';
import { headerPicture } from './header-picture.ts';
import { mountBranding } from './pages/branding.page.ts';

/** How the site looks: logo, icon, colour and header picture. */
export const branding = defineDomain({
  name: 'branding',
  settingStored: followImageSettings,
  frontPart: headerPicture,
  pages: mountBranding,
});
