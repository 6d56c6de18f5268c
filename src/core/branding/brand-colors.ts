import type { Settings } from '../settings/settings.service.ts';
import { accentColor } from './branding.settings.ts';
import { type AccentPair, createAccentPairs, DEFAULT_ACCENT, type HexColor, chooseTextColor } from './colors.ts';

/**
 * Returns the colors of the site. `background` is the accent color itself, for mails, tickets and passes. `ink` is the color of text on it. `light`
 * and `dark` are readable shades for pages in the light and the dark scheme.
 */
export function getBrandColors(site: { settings: Settings }): { background: HexColor; ink: HexColor; light: AccentPair; dark: AccentPair } {
  const background = site.settings.get(accentColor) || DEFAULT_ACCENT;
  return { background, ink: chooseTextColor(background), ...createAccentPairs(background) };
}
