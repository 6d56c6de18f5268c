import type { Settings } from '../settings/settings.service.ts';
import { accentColor } from './branding.settings.ts';
import { type AccentPair, createAccentPairs, DEFAULT_ACCENT, type Hex, chooseTextColor } from './colors.ts';

/** Returns `background`, the site's color, for mails, tickets and passes; `ink`, the color of text on it; and its shades for light and dark pages. */
export function getBrandColors(site: { settings: Settings }): { background: Hex; ink: Hex; light: AccentPair; dark: AccentPair } {
  const background = site.settings.get(accentColor) || DEFAULT_ACCENT;
  return { background, ink: chooseTextColor(background), ...createAccentPairs(background) };
}
