import type { Site } from '#app/site.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Prisma } from '#db';
import { lockSite } from '../site-row.ts';
import { completeKeyMetrics } from './key-metrics.service.ts';
import { changeUserSettings, type AnalyticsUser } from './user-row.ts';

/** Questions about the site and the user's work (analytics.md 4.1). */
export const questions = ['purpose', 'postFrequency', 'goals', 'includeConversionEvents'] as const;
export type Question = (typeof questions)[number];

/** An answer to one question. Answers for the whole site have an author. */
export interface Answer {
  question: Question;
  isOfSite: boolean;
  values: readonly string[];
  /** User ID of the author. Null for personal answers and unanswered questions. */
  answeredById: number | null;
}

export type Answers = Readonly<Partial<Record<Question, readonly string[]>>>;

/** Survey trigger for users who did not fill in the questionnaire. Saving answers cancels it. */
const SURVEY_OF_OTHERS = 'user_input_answered_other_survey';

type SiteAnswers = Pick<
  Prisma.AnalyticsSiteGetPayload<object>,
  'purpose' | 'purposeAnsweredById' | 'conversionEvents' | 'conversionAnsweredById' | 'keyMetricsSetUpById'
>;

const ofSite = {
  purpose: true,
  purposeAnsweredById: true,
  conversionEvents: true,
  conversionAnsweredById: true,
  keyMetricsSetUpById: true,
} as const;

function answersOf(site: SiteAnswers | null, user: Pick<AnalyticsUser, 'postFrequency' | 'goals'> | null): Answer[] {
  const ofUser = (question: Question, values: readonly string[] | undefined): Answer => ({
    question,
    isOfSite: false,
    values: values ?? [],
    answeredById: null,
  });
  return [
    { question: 'purpose', isOfSite: true, values: site?.purpose ?? [], answeredById: site?.purposeAnsweredById ?? null },
    ofUser('postFrequency', user?.postFrequency),
    ofUser('goals', user?.goals),
    {
      question: 'includeConversionEvents',
      isOfSite: true,
      values: site?.conversionEvents ?? [],
      answeredById: site?.conversionAnsweredById ?? null,
    },
  ];
}

async function read(db: Pick<Tx, 'analyticsSite' | 'analyticsUser'>, userId: number): Promise<Answer[]> {
  const [site, user] = await Promise.all([
    db.analyticsSite.findUnique({ where: { id: 1 }, select: ofSite }),
    db.analyticsUser.findUnique({ where: { userId }, select: { postFrequency: true, goals: true } }),
  ]);
  return answersOf(site, user);
}

/** Loads a user's answers to all four questions. */
export async function loadAnswers(site: Site, userId: number): Promise<Answer[]> {
  return await read(site.db.prisma, userId);
}

/**
 * Returns the author of the site's answers. Null if the question was left out. Otherwise the present user, if no author is stored or a stored purpose
 * was removed, else the stored author. Both site-wide answers are compared with the stored purpose (analytics.md 4.1). Pure.
 */
function answererAfter(
  stored: { purpose: readonly string[]; answeredById: number | null },
  sent: readonly string[] | undefined,
  userId: number,
): number | null {
  if (sent === undefined) return null;
  const isSomethingGone = stored.purpose.some((one) => !sent.includes(one));
  return stored.answeredById === null || isSomethingGone ? userId : stored.answeredById;
}

/** Replaces all answers. Questions that are left out become unanswered. */
export async function replaceAnswers(site: Site, userId: number, sent: Answers): Promise<Answer[]> {
  const { purpose = [], postFrequency = [], goals = [], includeConversionEvents = [] } = sent;
  return await site.db.transaction(async (tx) => {
    await lockSite(tx);
    const stored = await tx.analyticsSite.findUnique({ where: { id: 1 }, select: ofSite });
    const former = { purpose: stored?.purpose ?? [], answeredById: stored?.purposeAnsweredById ?? null };
    await tx.analyticsSite.update({
      where: { id: 1 },
      data: {
        purpose: [...purpose],
        purposeAnsweredById: answererAfter(former, sent.purpose, userId),
        conversionEvents: [...includeConversionEvents],
        conversionAnsweredById: answererAfter(former, sent.includeConversionEvents, userId),
      },
      select: { id: true },
    });
    await changeUserSettings(tx, userId, { postFrequency: [...postFrequency], goals: [...goals] });
    if (purpose.length > 0) await completeKeyMetrics(tx, userId);
    await tx.analyticsQueuedSurvey.deleteMany({ where: { userId, surveyId: SURVEY_OF_OTHERS } });
    return await read(tx, userId);
  });
}

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Parses the answers of a request, at the top level or below `questions`. A single value counts as a list. */
export function readAnswers(settings: Readonly<Record<string, unknown>>): Answers {
  const below = settings['questions'];
  const nested = typeof below === 'object' && below !== null && !Array.isArray(below) ? (below as Record<string, unknown>) : {};
  return Object.fromEntries(
    questions.flatMap((question) => {
      const value = settings[question] ?? nested[question];
      if (value === undefined || value === null) return [];
      const list = Array.isArray(value) ? (value as unknown[]) : [value];
      return [[question, list.filter(isScalar).map(String)]];
    }),
  );
}
