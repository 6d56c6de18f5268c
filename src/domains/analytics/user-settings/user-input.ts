import type { Site } from '#app/site.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Prisma } from '#db';
import { lockSite } from '../site-row.ts';
import { completeKeyMetrics } from './key-metrics.service.ts';
import { changeUserSettings, type AnalyticsUser } from './user-row.ts';

/** Questions about the site and the user's work (docs/behaviour/analytics.md 4.1). */
export const questions = ['purpose', 'postFrequency', 'goals', 'includeConversionEvents'] as const;
export type Question = (typeof questions)[number];

/** A user's answer to a question, or an answer for the whole site. */
export interface Answer {
  question: Question;
  isOfSite: boolean;
  values: readonly string[];
  /** ID of the user who answered for the site. Null for personal answers and unanswered questions. */
  answeredById: number | null;
}

export type Answers = Readonly<Partial<Record<Question, readonly string[]>>>;

/** ID of the survey for users who have not answered the questions. Answers delete it from the queue. */
const SURVEY_OF_OTHERS = 'user_input_answered_other_survey';

type SiteAnswers = Pick<
  Prisma.AnalyticsSiteGetPayload<object>,
  'purpose' | 'purposeAnsweredById' | 'conversionEvents' | 'conversionAnsweredById' | 'keyMetricsSetUpById'
>;

const siteColumns = {
  purpose: true,
  purposeAnsweredById: true,
  conversionEvents: true,
  conversionAnsweredById: true,
  keyMetricsSetUpById: true,
} as const;

function toAnswers(site: SiteAnswers | null, user: Pick<AnalyticsUser, 'postFrequency' | 'goals'> | null): Answer[] {
  const createUserInput = (question: Question, values: readonly string[] | undefined): Answer => ({
    question,
    isOfSite: false,
    values: values ?? [],
    answeredById: null,
  });
  return [
    { question: 'purpose', isOfSite: true, values: site?.purpose ?? [], answeredById: site?.purposeAnsweredById ?? null },
    createUserInput('postFrequency', user?.postFrequency),
    createUserInput('goals', user?.goals),
    {
      question: 'includeConversionEvents',
      isOfSite: true,
      values: site?.conversionEvents ?? [],
      answeredById: site?.conversionAnsweredById ?? null,
    },
  ];
}

async function readUserInputs(db: Pick<Tx, 'analyticsSite' | 'analyticsUser'>, userId: number): Promise<Answer[]> {
  const [site, user] = await Promise.all([
    db.analyticsSite.findUnique({ where: { id: 1 }, select: siteColumns }),
    db.analyticsUser.findUnique({ where: { userId }, select: { postFrequency: true, goals: true } }),
  ]);
  return toAnswers(site, user);
}

/** Loads a user's answers to all four questions. */
export async function loadAnswers(site: Site, userId: number): Promise<Answer[]> {
  return await readUserInputs(site.db.prisma, userId);
}

/**
 * Returns the ID of the user to store as the one who answered a site-wide question. Returns null if the question is omitted. Returns `userId` if no
 * user is stored or if the new values lack a stored purpose, and otherwise the stored user. As published, both site-wide questions are compared with
 * the stored purpose (docs/behaviour/analytics.md 4.1).
 */
function findAnswererId(
  stored: { purpose: readonly string[]; answeredById: number | null },
  values: readonly string[] | undefined,
  userId: number,
): number | null {
  if (values === undefined) return null;
  const isPurposeRemoved = stored.purpose.some((purpose) => !values.includes(purpose));
  return stored.answeredById === null || isPurposeRemoved ? userId : stored.answeredById;
}

/** Replaces all answers. Omitted questions become unanswered. */
export async function replaceAnswers(site: Site, userId: number, answers: Answers): Promise<Answer[]> {
  const { purpose = [], postFrequency = [], goals = [], includeConversionEvents = [] } = answers;
  return await site.db.transaction(async (tx) => {
    await lockSite(tx);
    const stored = await tx.analyticsSite.findUnique({ where: { id: 1 }, select: siteColumns });
    const previous = { purpose: stored?.purpose ?? [], answeredById: stored?.purposeAnsweredById ?? null };
    await tx.analyticsSite.update({
      where: { id: 1 },
      data: {
        purpose: [...purpose],
        purposeAnsweredById: findAnswererId(previous, answers.purpose, userId),
        conversionEvents: [...includeConversionEvents],
        conversionAnsweredById: findAnswererId(previous, answers.includeConversionEvents, userId),
      },
      select: { id: true },
    });
    await changeUserSettings(tx, userId, { postFrequency: [...postFrequency], goals: [...goals] });
    if (purpose.length > 0) await completeKeyMetrics(tx, userId);
    await tx.analyticsQueuedSurvey.deleteMany({ where: { userId, surveyId: SURVEY_OF_OTHERS } });
    return await readUserInputs(tx, userId);
  });
}

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Parses the answers of a request. They are at the top level or in `questions`. A single value counts as a list with one item. */
export function parseAnswers(settings: Readonly<Record<string, unknown>>): Answers {
  const section = settings['questions'];
  const nested = typeof section === 'object' && section !== null && !Array.isArray(section) ? (section as Record<string, unknown>) : {};
  return Object.fromEntries(
    questions.flatMap((question) => {
      const value = settings[question] ?? nested[question];
      if (value === undefined || value === null) return [];
      const list = Array.isArray(value) ? (value as unknown[]) : [value];
      return [[question, list.filter(isScalar).map(String)]];
    }),
  );
}
