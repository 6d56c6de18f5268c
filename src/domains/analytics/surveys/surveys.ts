import { now } from '#app/core/time/clock.ts';
import { Failure, invalidArguments } from '#app/core/failures/failure.ts';
import { siteLanguage } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';
import { findCredentials } from '../connection/credentials.ts';
import { digestOf } from '../dismissals/digest.ts';
import { usableToken } from '../connection/token-refresh.ts';
import { isRecord, type Json, textAt } from '../json.ts';
import { askProvider } from '../provider/client.ts';

/** Key of the pause that affects all surveys after one was shown. */
const GLOBAL = '__global';
const GLOBAL_SECONDS = 12 * 3600;
const MAX_SECONDS = 100 * 365 * 24 * 3600;

/** Sends a survey request to the broker and returns its response. Null without a broker. */
async function tellBroker(site: Site, userId: number, path: string, body: Json): Promise<Json | null> {
  if (site.config.analytics.addresses.broker === undefined) return null;
  const [credentials, token] = await Promise.all([findCredentials(site), usableToken(site, userId)]);
  const { body: answer } = await askProvider(site, {
    family: 'broker',
    method: 'POST',
    path,
    body: { site_id: credentials?.clientId ?? '', site_secret: credentials?.clientSecret ?? '', ...body },
    ...(token && { token: token.accessToken }),
  });
  return isRecord(answer) ? answer : {};
}

/** Returns the survey for a trigger: the broker's if a broker exists, else the site's own. Null if there is no survey. */
async function surveyFor(site: Site, userId: number, triggerId: string): Promise<Json | null> {
  const told = await tellBroker(site, userId, 'survey/trigger/', {
    trigger_context: { trigger_id: triggerId, language: site.settings.get(siteLanguage) },
  });
  if (told) return textAt(told, 'survey_id') === '' ? null : told;
  const own = await site.db.prisma.analyticsSurvey.findFirst({ where: { triggerId, isActive: true }, orderBy: { id: 'asc' } });
  return own && isRecord(own.payload) ? { ...own.payload, survey_id: own.id } : null;
}

async function hold(site: Site, userId: number, triggerId: string, seconds: number): Promise<void> {
  const digest = digestOf(triggerId);
  const expiresAt = new Date(now().getTime() + Math.min(seconds, MAX_SECONDS) * 1000);
  await site.db.prisma.analyticsSurveyTimeout.upsert({
    where: { userId_digest: { userId, digest } },
    create: { userId, digest, triggerId, expiresAt },
    update: { expiresAt },
    select: { userId: true },
  });
}

/** Queues the survey for a trigger and pauses the trigger for the given seconds. Ignores failures of the broker. */
export async function triggerSurvey(site: Site, userId: number, triggerId: string, seconds: number): Promise<void> {
  try {
    const survey = await surveyFor(site, userId, triggerId);
    if (survey) {
      const sessionId = textAt(survey['session'], 'session_id');
      const row = { userId, surveyId: textAt(survey, 'survey_id'), sessionId, survey: survey as Prisma.InputJsonObject };
      await site.db.prisma.analyticsQueuedSurvey.createMany({ data: [row], skipDuplicates: true });
    }
  } catch (error) {
    if (error instanceof Failure) return;
    throw error;
  }
  if (seconds > 0) await hold(site, userId, triggerId, seconds);
}

/** Returns the survey to show to a user now, or null. */
export async function nextSurvey(site: Site, userId: number): Promise<Prisma.JsonValue | null> {
  const first = await site.db.prisma.analyticsQueuedSurvey.findFirst({
    where: { userId },
    orderBy: { position: 'asc' },
    select: { survey: true },
  });
  return first?.survey ?? null;
}

/** Returns the triggers that are paused for a user. */
export async function heldTriggers(site: Site, userId: number): Promise<string[]> {
  const held = await site.db.prisma.analyticsSurveyTimeout.findMany({
    where: { userId, expiresAt: { gt: now() } },
    orderBy: { expiresAt: 'asc' },
    select: { triggerId: true },
  });
  return held.map(({ triggerId }) => triggerId);
}

/** Throws for arguments that are not JSON objects. */
function checkRecords(given: Readonly<Record<string, unknown>>): void {
  const others = Object.keys(given).filter((name) => !isRecord(given[name]));
  if (others.length > 0) throw invalidArguments(Object.fromEntries(others.map((name) => [name, `Argument ${name} must be an object.`])));
}

/** Records a user's action in a survey and returns the response of its source. Throws `invalid_arguments` unless both arguments are objects. */
export async function noteSurveyEvent(site: Site, userId: number, session: Json, event: Json): Promise<Json> {
  checkRecords({ session, event });
  const sessionId = textAt(session, 'session_id');
  if ('survey_shown' in event) await hold(site, userId, GLOBAL, GLOBAL_SECONDS);
  const isOver = 'survey_closed' in event || 'completion_shown' in event;
  if (isOver && sessionId !== '') await site.db.prisma.analyticsQueuedSurvey.deleteMany({ where: { userId, sessionId } });
  const told = await tellBroker(site, userId, 'survey/event/', { session, event });
  if (told) return told;
  await site.db.prisma.analyticsSurveyEvent.create({
    data: { userId, sessionId, event: event as Prisma.InputJsonObject, createdAt: now() },
    select: { id: true },
  });
  return { success: true };
}
