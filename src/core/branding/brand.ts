import type { Settings } from '../settings/settings.service.ts';
import { accentColor } from './branding.settings.ts';
import { type AccentPair, accentPairs, DEFAULT_ACCENT, type Hex, inkOn } from './colors.ts';

/** Returns the background color of the site's mails, tickets and passes, and the color of text on it. */
export function brandColors(site: { settings: Settings }): { ground: Hex; ink: Hex; light: AccentPair; dark: AccentPair } {
  const ground = site.settings.get(accentColor) || DEFAULT_ACCENT;
  return { ground, ink: inkOn(ground), ...accentPairs(ground) };
}
