import { type ConsentArea, consentAreasOf } from '#app/core/text/consent-areas.ts';

/** Identifier that stands for the first area between shortcodes. */
const DEFAULT = 'default';

/**
 * Returns the area that an identifier names in a stored text; null when none exists. Blocks come first; shortcodes count where there is no block of
 * that name at all (cache-compliance-maps-2fa-theme.md 2.7).
 */
export function findArea(text: string, id: string): ConsentArea | null {
  const areas = consentAreasOf(text);
  const blocks = areas.filter(({ isBlock }) => isBlock);
  if (blocks.length > 0) return blocks.find((area) => area.id === id) ?? null;
  return (id === DEFAULT ? areas[0] : areas.find((area) => area.id === id)) ?? null;
}
