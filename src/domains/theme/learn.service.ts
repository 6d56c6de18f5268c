import { now } from '#app/core/time/clock.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import { getFrontPageId } from '../content/front-pages.ts';
import { hasPaidTickets } from '../tickets/paid-tickets.ts';
import { type Lesson, type LessonStep, listSiteLessons } from './lessons.ts';

/** A lesson with a user's progress. */
export type StartedLesson = Omit<Lesson, 'steps'> & { steps: readonly (LessonStep & { completed: boolean })[] };

/** Returns the lessons with a user's progress. */
export async function listLessons(site: Site, userId: number): Promise<StartedLesson[]> {
  const [sellsTickets, completedSteps] = await Promise.all([
    hasPaidTickets(site),
    site.db.prisma.learnProgress.findMany({ where: { userId, completed: true }, select: { chapterId: true, stepId: true } }),
  ]);
  const hasFrontPage = getFrontPageId(site) > 0;
  const completed = new Set(completedSteps.map(({ chapterId, stepId }) => JSON.stringify([chapterId, stepId])));
  return listSiteLessons({ sellsTickets, hasFrontPage }).map((lesson) => ({
    ...lesson,
    steps: lesson.steps.map((step) => ({ ...step, completed: completed.has(JSON.stringify([lesson.id, step.id])) })),
  }));
}

/** Maximum length of an ID in characters. Longer IDs may not fit into the index. */
const MAX_ID_LENGTH = 200;

/**
 * Stores the progress of a user. Accepts unknown chapters and steps, because the lessons may change. Throws `invalid_arguments` for IDs of more than
 * 200 characters.
 */
export async function setLearnProgress(
  site: Site,
  userId: number,
  { chapterId, stepId, completed }: { chapterId: string; stepId: string; completed: boolean },
): Promise<void> {
  const key = { userId, chapterId: cleanText(chapterId), stepId: cleanText(stepId) };
  for (const name of ['chapterId', 'stepId'] as const)
    if (key[name].length > MAX_ID_LENGTH)
      throw invalidArguments({ [`input.${name}`]: `${name} must be at most ${MAX_ID_LENGTH} characters long.` });
  const state = { completed, updatedAt: now() };
  await site.db.prisma.learnProgress.upsert({ where: { userId_chapterId_stepId: key }, create: { ...key, ...state }, update: state });
}
