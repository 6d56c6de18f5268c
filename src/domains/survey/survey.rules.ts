import type { SurveyState } from '#db';

/** Dismissals after which nobody is asked any more. */
export const MAX_DISMISSALS = 2;

/** Name of a product as it is kept: lower case letters, digits, `_` and `-` (cache-compliance-maps-2fa-theme.md 7, `choice:`). */
export const slugOf = (sent: string): string => sent.toLowerCase().replace(/[^a-z0-9_-]/g, '');

const secondsSince = (from: Date, at: Date): number => (at.getTime() - from.getTime()) / 1000;

/** Whether people are asked now. `displayAfter` are the seconds since `firstRenderAt` that have to pass first; 0 = none. */
export function isShown(state: SurveyState | null, displayAfter: number, at: Date): boolean {
  if (state?.dismissPermanently) return false;
  if (displayAfter > 0 && (!state?.firstRenderAt || secondsSince(state.firstRenderAt, at) < displayAfter)) return false;
  return !state?.dismissedAt || secondsSince(state.dismissedAt, at) > state.dismissTimespan;
}

/** How many gave each rating, 0 to 10. */
export type RatingCounts = ReadonlyMap<number, number>;

/** Net promoter score, -100 to 100: the percentage of 9 and 10 less that of 0 to 6; null without replies. */
export function promoterScore(counts: RatingCounts): number | null {
  let [all, promoters, detractors] = [0, 0, 0];
  for (const [rating, count] of counts) {
    all += count;
    if (rating >= 9) promoters += count;
    if (rating <= 6) detractors += count;
  }
  return all === 0 ? null : Math.round(((promoters - detractors) * 100) / all);
}
