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

/** Holds back all surveys for a while after one was shown. */
const GLOBAL = '__global';
const GLOBAL_SECONDS = 12 * 3600;
const MAX_SECONDS = 100 * 365 * 24 * 3600;

/** Sends something about surveys to the broker and returns its result; null without a broker. */
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

/** The survey for a trigger: the broker's where there is one, else the site's own; null = none. */
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

/** Something happened that a survey may be about: it is put into the user's queue, and the trigger held for a number of seconds. A source that fails changes nothing. */
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

/** The survey that is to be shown to a user now; null = none. */
export async function nextSurvey(site: Site, userId: number): Promise<Prisma.JsonValue | null> {
  const first = await site.db.prisma.analyticsQueuedSurvey.findFirst({
    where: { userId },
    orderBy: { position: 'asc' },
    select: { survey: true },
  });
  return first?.survey ?? null;
}

/** Triggers that are held back for a user at the moment. */
export async function heldTriggers(site: Site, userId: number): Promise<string[]> {
  const held = await site.db.prisma.analyticsSurveyTimeout.findMany({
    where: { userId, expiresAt: { gt: now() } },
    orderBy: { expiresAt: 'asc' },
    select: { triggerId: true },
  });
  return held.map(({ triggerId }) => triggerId);
}

/** Refuses what is no JSON object, by name of the argument. */
function checkRecords(given: Readonly<Record<string, unknown>>): void {
  const others = Object.keys(given).filter((name) => !isRecord(given[name]));
  if (others.length > 0) throw invalidArguments(Object.fromEntries(others.map((name) => [name, `Argument ${name} must be an object.`])));
}

/** Takes note of what a user did with a survey; returns what its source says. Throws `invalid_arguments` for what is no object. */
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
