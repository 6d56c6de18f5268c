import { type ConsentArea, findConsentAreas } from '#app/core/text/consent-areas.ts';

/** Identifier of the first area that shortcodes enclose. */
const DEFAULT_ID = 'default';

/**
 * Returns the area with an identifier in the text of a content item, or null. Searches shortcodes only if the text contains no blocks
 * (docs/behaviour/cache-compliance-maps-2fa-theme.md 2.7).
 */
export function findArea(text: string, id: string): ConsentArea | null {
  const areas = findConsentAreas(text);
  const blocks = areas.filter(({ isBlock }) => isBlock);
  if (blocks.length > 0) return blocks.find((area) => area.id === id) ?? null;
  return (id === DEFAULT_ID ? areas[0] : areas.find((area) => area.id === id)) ?? null;
}
