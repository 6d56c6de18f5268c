import { now } from '#app/core/time/clock.ts';
import { Failure, invalidArguments } from '#app/core/failures/failure.ts';
import { siteLanguage } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';
import { findCredentials } from '../connection/credentials.ts';
import { hashSlug } from '../dismissals/digest.ts';
import { getUsableToken } from '../connection/token-refresh.ts';
import { isRecord, type Json, getString } from '../json.ts';
import { requestProvider } from '../provider/client.ts';

/** Trigger that stands for all surveys. Showing any survey pauses it. */
const GLOBAL_TRIGGER = '__global';
const GLOBAL_SECONDS = 12 * 3600;
const MAX_SECONDS = 100 * 365 * 24 * 3600;

/** Sends a survey request to the broker and returns the response. Returns null if no broker is configured. */
async function sendToBroker(site: Site, userId: number, path: string, body: Json): Promise<Json | null> {
  if (site.config.analytics.addresses.broker === undefined) return null;
  const [credentials, token] = await Promise.all([findCredentials(site), getUsableToken(site, userId)]);
  const { body: responseBody } = await requestProvider(site, {
    family: 'broker',
    method: 'POST',
    path,
    body: { site_id: credentials?.clientId ?? '', site_secret: credentials?.clientSecret ?? '', ...body },
    ...(token && { token: token.accessToken }),
  });
  return isRecord(responseBody) ? responseBody : {};
}

/** Returns the survey for a trigger: from the broker, or from the site if no broker is configured. Null if there is no survey. */
async function findSurvey(site: Site, userId: number, triggerId: string): Promise<Json | null> {
  const response = await sendToBroker(site, userId, 'survey/trigger/', {
    trigger_context: { trigger_id: triggerId, language: site.settings.get(siteLanguage) },
  });
  if (response) return getString(response, 'survey_id') === '' ? null : response;
  const survey = await site.db.prisma.analyticsSurvey.findFirst({ where: { triggerId, isActive: true }, orderBy: { id: 'asc' } });
  return survey && isRecord(survey.payload) ? { ...survey.payload, survey_id: survey.id } : null;
}

async function pauseTrigger(site: Site, userId: number, triggerId: string, seconds: number): Promise<void> {
  const digest = hashSlug(triggerId);
  const expiresAt = new Date(now().getTime() + Math.min(seconds, MAX_SECONDS) * 1000);
  await site.db.prisma.analyticsSurveyTimeout.upsert({
    where: { userId_digest: { userId, digest } },
    create: { userId, digest, triggerId, expiresAt },
    update: { expiresAt },
    select: { userId: true },
  });
}

/** Queues the survey for a trigger, and pauses the trigger for the given seconds. Does nothing if the broker fails. */
export async function triggerSurvey(site: Site, userId: number, triggerId: string, seconds: number): Promise<void> {
  try {
    const survey = await findSurvey(site, userId, triggerId);
    if (survey) {
      const sessionId = getString(survey['session'], 'session_id');
      const row = { userId, surveyId: getString(survey, 'survey_id'), sessionId, survey: survey as Prisma.InputJsonObject };
      await site.db.prisma.analyticsQueuedSurvey.createMany({ data: [row], skipDuplicates: true });
    }
  } catch (error) {
    if (error instanceof Failure) return;
    throw error;
  }
  if (seconds > 0) await pauseTrigger(site, userId, triggerId, seconds);
}

/** Returns the first queued survey of a user, or null. */
export async function findNextSurvey(site: Site, userId: number): Promise<Prisma.JsonValue | null> {
  const first = await site.db.prisma.analyticsQueuedSurvey.findFirst({
    where: { userId },
    orderBy: { position: 'asc' },
    select: { survey: true },
  });
  return first?.survey ?? null;
}

/** Returns the triggers that are paused for a user. */
export async function listPausedTriggers(site: Site, userId: number): Promise<string[]> {
  const pauses = await site.db.prisma.analyticsSurveyTimeout.findMany({
    where: { userId, expiresAt: { gt: now() } },
    orderBy: { expiresAt: 'asc' },
    select: { triggerId: true },
  });
  return pauses.map(({ triggerId }) => triggerId);
}

/** Throws `invalid_arguments` for arguments that are not JSON objects. */
function checkRecords(args: Readonly<Record<string, unknown>>): void {
  const invalid = Object.keys(args).filter((name) => !isRecord(args[name]));
  if (invalid.length > 0) throw invalidArguments(Object.fromEntries(invalid.map((name) => [name, `Argument ${name} must be an object.`])));
}

/** Sends a user's action in a survey to the broker, or stores it if no broker is configured. Returns the response. Throws `invalid_arguments`. */
export async function recordSurveyEvent(site: Site, userId: number, session: Json, event: Json): Promise<Json> {
  checkRecords({ session, event });
  const sessionId = getString(session, 'session_id');
  if ('survey_shown' in event) await pauseTrigger(site, userId, GLOBAL_TRIGGER, GLOBAL_SECONDS);
  const isFinished = 'survey_closed' in event || 'completion_shown' in event;
  if (isFinished && sessionId !== '') await site.db.prisma.analyticsQueuedSurvey.deleteMany({ where: { userId, sessionId } });
  const response = await sendToBroker(site, userId, 'survey/event/', { session, event });
  if (response) return response;
  await site.db.prisma.analyticsSurveyEvent.create({
    data: { userId, sessionId, event: event as Prisma.InputJsonObject, createdAt: now() },
    select: { id: true },
  });
  return { success: true };
}
