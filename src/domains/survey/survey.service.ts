import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { cleanText, cleanTextarea } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import type { SurveyState } from '#db';
import type { ViewerUser } from '../identity/auth/viewer.ts';
import { isShown, MAX_DISMISSALS, computePromoterScore, toSlug } from './survey.rules.ts';

/** A response to a survey. */
export interface RatingInput {
  surveyId: string;
  slug: string;
  /** Rating from 0 to 10. */
  rating: number;
  comment: string;
}

/** Dismissal of a survey for some time. */
export interface Dismissal {
  slug: string;
  step: string;
  /** Duration in seconds. */
  timespan: number;
}

const MAX_INT4 = 2 ** 31 - 1;

/** Stores the response and dismisses the survey permanently. Throws `invalid_arguments` if the rating is not between 0 and 10. */
export async function rateSurvey(
  site: Site,
  user: ViewerUser,
  { surveyId, slug: name, rating, comment }: RatingInput,
): Promise<SurveyState> {
  if (rating < 0 || rating > 10) throw invalidArguments({ 'input.rating': 'The rating must be between 0 and 10.' });
  const slug = toSlug(name);
  const stateAfterRating = { dismissCount: 0, dismissPermanently: true, dismissStep: '' };
  return await site.db.transaction(async (tx) => {
    const { email, displayName, firstName, lastName } = await tx.user.findUniqueOrThrow({
      where: { id: user.id },
      select: { email: true, displayName: true, firstName: true, lastName: true },
    });
    await tx.surveyResponse.create({
      data: {
        slug,
        surveyId: cleanText(surveyId),
        rating,
        comment: cleanTextarea(comment),
        email,
        firstName: firstName || displayName,
        lastName,
        createdAt: now(),
      },
    });
    return await tx.surveyState.upsert({ where: { slug }, create: { slug, ...stateAfterRating }, update: stateAfterRating });
  });
}

const dismissStatement = statement(
  'dismiss_survey',
  `INSERT INTO survey_state AS s (slug, dismiss_count, dismiss_permanently, dismiss_step, dismissed_at, dismiss_timespan)
   VALUES ($1, 1, ${MAX_DISMISSALS <= 1}, $2, $3::timestamptz, $4)
   ON CONFLICT (slug) DO UPDATE SET dismiss_count = s.dismiss_count + 1, dismiss_permanently = s.dismiss_permanently OR s.dismiss_count + 1 >= ${MAX_DISMISSALS},
     dismiss_step = excluded.dismiss_step, dismissed_at = excluded.dismissed_at, dismiss_timespan = excluded.dismiss_timespan
   RETURNING slug`,
  rowShape({ slug: 'text' }),
);

/** Dismisses the survey for `timespan` seconds. The second dismissal is permanent. */
export async function dismissSurvey(site: Site, { slug, step, timespan }: Dismissal): Promise<SurveyState> {
  const values = [toSlug(slug), cleanText(step), now(), Math.min(Math.abs(timespan), MAX_INT4)];
  const [state] = await site.db.rows(dismissStatement, values);
  return await site.db.prisma.surveyState.findUniqueOrThrow({ where: { slug: state?.slug ?? '' } });
}

/** Returns whether a survey is shown now. If `displayAfter` (seconds) is positive, the first call stores the start of the delay. */
export async function getSurveyVisibility(site: Site, name: string, displayAfter: number): Promise<{ slug: string; show: boolean }> {
  const { prisma } = site.db;
  const slug = toSlug(name);
  const stored = await prisma.surveyState.findUnique({ where: { slug } });
  const startsDelay = displayAfter > 0 && !stored?.firstRenderAt && !stored?.dismissPermanently;
  const state = startsDelay
    ? await prisma.surveyState.upsert({ where: { slug }, create: { slug, firstRenderAt: now() }, update: { firstRenderAt: now() } })
    : stored;
  return { slug, show: isShown(state, displayAfter, now()) };
}

/** Returns the total number of responses, the number for each rating, and the net promoter score. */
export async function summarizeSurvey(site: Site, name: string) {
  const slug = toSlug(name);
  const groups = await site.db.prisma.surveyResponse.groupBy({ by: ['rating'], where: { slug }, _count: { _all: true } });
  const counts = new Map(groups.map(({ rating, _count }) => [rating, _count._all]));
  return {
    slug,
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    counts: Array.from({ length: 11 }, (_, rating) => ({ rating, count: counts.get(rating) ?? 0 })),
    score: computePromoterScore(counts),
  };
}
