import type { Settings } from '../settings/settings.service.ts';
import { accentColor } from './branding.settings.ts';
import { type AccentPair, accentPairs, DEFAULT_ACCENT, type Hex, inkOn } from './colors.ts';

/** Returns the site's color as the background of mails, tickets and passes, the color of text on it, and its shades for pages. */
export function brandColors(site: { settings: Settings }): { ground: Hex; ink: Hex; light: AccentPair; dark: AccentPair } {
  const ground = site.settings.get(accentColor) || DEFAULT_ACCENT;
  return { ground, ink: inkOn(ground), ...accentPairs(ground) };
}
