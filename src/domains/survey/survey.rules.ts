import type { SurveyState } from '#db';

/** Number of dismissals after which the survey is never shown again. */
export const MAX_DISMISSALS = 2;

/** Converts a product name to a slug: lower-case letters, digits, `_` and `-` (docs/behaviour/cache-compliance-maps-2fa-theme.md 7, `choice:`). */
export const toSlug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9_-]/g, '');

const countSecondsSince = (start: Date, at: Date): number => (at.getTime() - start.getTime()) / 1000;

/** True if the survey is shown at this time. `displayAfter` is the delay in seconds since `firstRenderAt`, or 0. */
export function isShown(state: SurveyState | null, displayAfter: number, at: Date): boolean {
  if (state?.dismissPermanently) return false;
  if (displayAfter > 0 && (!state?.firstRenderAt || countSecondsSince(state.firstRenderAt, at) < displayAfter)) return false;
  return !state?.dismissedAt || countSecondsSince(state.dismissedAt, at) > state.dismissTimespan;
}

/** Number of responses for each rating from 0 to 10. */
export type RatingCounts = ReadonlyMap<number, number>;

/**
 * Returns the net promoter score from -100 to 100: the percentage of the ratings 9 and 10 minus the percentage of the ratings 0 to 6. Returns null if
 * there are no responses.
 */
export function computePromoterScore(counts: RatingCounts): number | null {
  let [total, promoters, detractors] = [0, 0, 0];
  for (const [rating, count] of counts) {
    total += count;
    if (rating >= 9) promoters += count;
    if (rating <= 6) detractors += count;
  }
  return total === 0 ? null : Math.round(((promoters - detractors) * 100) / total);
}
