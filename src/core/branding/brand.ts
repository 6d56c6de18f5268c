import type { Settings } from '../settings/settings.service.ts';
import { accentColor } from './branding.settings.ts';
import { type AccentPair, accentPairs, DEFAULT_ACCENT, type Hex, inkOn } from './colors.ts';

/** The color that mails, tickets and passes of the site bear, and that of text on it. */
export function brandColors(site: { settings: Settings }): { ground: Hex; ink: Hex; light: AccentPair; dark: AccentPair } {
  const ground = site.settings.get(accentColor) || DEFAULT_ACCENT;
  return { ground, ink: inkOn(ground), ...accentPairs(ground) };
}
