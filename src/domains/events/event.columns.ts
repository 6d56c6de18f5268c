import { stripTags } from '#app/core/text/plain-text.ts';
import { wallToMs } from '#app/core/time/wall-time.ts';
import { splitCosts } from './costs.rules.ts';
import { type EventInput, isGiven, omitMissing } from './inputs.ts';
import type { EventTimes } from './times.rules.ts';

/** Returns the time columns of an event row. */
export const buildTimeColumns = (times: EventTimes) => ({
  ...times,
  startLocal: new Date(wallToMs(times.startLocal)),
  endLocal: new Date(wallToMs(times.endLocal)),
});

/**
 * Returns the columns that the input sets, apart from times and custom fields. `lineage` contains the global IDs of the originals of a copied event.
 */
export function buildInputColumns(input: EventInput) {
  const { website, currencySymbol, currencyCode, currencyPosition, showMap, showMapLink, isHiddenFromListings, isFeatured, lineage, cost } =
    input;
  return omitMissing({
    website: isGiven(website) ? website.trim() : undefined,
    costs: isGiven(cost) ? splitCosts(cost.map(stripTags)) : undefined,
    currencySymbol,
    currencyCode,
    currencyPosition,
    showMap,
    showMapLink,
    hideFromListings: isHiddenFromListings,
    featured: isFeatured,
    lineage: lineage ? [...lineage] : undefined,
  });
}
