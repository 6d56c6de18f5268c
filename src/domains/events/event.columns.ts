import { stripTags } from '#app/core/text/plain-text.ts';
import { wallToMs } from '#app/core/time/wall-time.ts';
import { costElements } from './costs.rules.ts';
import { type EventInput, isGiven } from './inputs.ts';
import type { EventTimes } from './times.rules.ts';

/** Returns the columns of the times. */
export const timeColumns = (times: EventTimes) => ({
  ...times,
  startLocal: new Date(wallToMs(times.startLocal)),
  endLocal: new Date(wallToMs(times.endLocal)),
});

/** Returns the other columns of an input, without terms, links and custom fields. */
export function plainColumns(input: EventInput) {
  const { website, currencySymbol, currencyCode, currencyPosition, showMap, showMapLink, isHiddenFromListings, isFeatured, lineage, cost } =
    input;
  const columns = {
    website: isGiven(website) ? website.trim() : undefined,
    costs: isGiven(cost) ? costElements(cost.map(stripTags)) : undefined,
    currencySymbol,
    currencyCode,
    currencyPosition,
    showMap,
    showMapLink,
    hideFromListings: isHiddenFromListings,
    featured: isFeatured,
    lineage: lineage ? [...lineage] : undefined,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => isGiven(value)));
}
