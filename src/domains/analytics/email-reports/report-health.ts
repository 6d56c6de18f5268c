import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { marks } from '../marks.ts';

export const MAX_ATTEMPTS = 3;

/** What kinds of failures there are (analytics.md 7.6). */
export const failureCategories = ['cron_scheduler_error', 'permissions_error', 'report_error', 'sending_error', 'server_error'] as const;
export type FailureCategory = (typeof failureCategories)[number];
const DAY_MS = 24 * 3600_000;
const HOUR_MS = 3600_000;
/** The number of runs within an hour that sent nothing mean that nothing will be sent. */
const MAX_EMPTY_RUNS = 3;

/** What is wrong when the service itself does not come to it. */
const SCHEDULER_ERROR = 'cron_scheduler_error';

/** Notes a run of the worker over reports of a frequency: of those that sent nothing the moments of the last hour are kept. */
export async function noteRun(site: Site, frequency: string, sent: number): Promise<void> {
  const name = marks.emptyRuns(frequency);
  if (sent > 0) return void (await site.db.prisma.analyticsMark.deleteMany({ where: { name } }));
  const at = now().getTime();
  const moments = [...(await emptyRuns(site, frequency)), at];
  const values = { value: moments, expiresAt: new Date(at + HOUR_MS) };
  await site.db.prisma.analyticsMark.upsert({ where: { name }, create: { name, ...values }, update: values, select: { name: true } });
}

async function emptyRuns(site: Site, frequency: string): Promise<number[]> {
  const mark = await site.db.prisma.analyticsMark.findUnique({ where: { name: marks.emptyRuns(frequency) } });
  const since = now().getTime() - HOUR_MS;
  return Array.isArray(mark?.value) ? (mark.value as unknown[]).filter((one): one is number => typeof one === 'number' && one > since) : [];
}

/** What is stored of a report that is given up because nobody came to it. */
const given = {
  status: 'failed',
  attempts: MAX_ATTEMPTS,
  errorCode: SCHEDULER_ERROR,
  errorMessage: 'Reports are not sent because scheduled work does not run.',
  errorCategory: SCHEDULER_ERROR,
};

async function isStuck(site: Site, frequency: string): Promise<boolean> {
  const since = new Date(now().getTime() - DAY_MS);
  const schedule = await site.db.prisma.analyticsReportSchedule.findUnique({ where: { frequency } });
  if (schedule && schedule.nextRunAt < since) return true;
  const waiting = await site.db.prisma.analyticsReportLog.count({
    where: { frequency, template: 'report', status: 'scheduled', createdAt: { lt: since } },
  });
  return waiting > 0 || (await emptyRuns(site, frequency)).length >= MAX_EMPTY_RUNS;
}

/** What is wrong when the mail server takes a report for good from nobody. */
const TRANSPORT_ERROR = 'mail_failed';

/** Notes which reports the mail server has refused for good. */
async function noteRefused(site: Site): Promise<void> {
  const refused = await site.db.prisma.analyticsReportLog.findMany({
    where: { status: 'sent', mail: { status: 'failed' } },
    select: { id: true, mail: { select: { lastError: true } } },
  });
  for (const { id, mail } of refused)
    await site.db.prisma.analyticsReportLog.updateMany({
      where: { id, status: 'sent' },
      data: {
        status: 'failed',
        attempts: MAX_ATTEMPTS,
        errorCode: TRANSPORT_ERROR,
        errorMessage: mail?.lastError || 'The mail server does not take the report.',
        errorCategory: 'sending_error',
      },
    });
}

/** Gives up reports that do not get sent because nobody comes to it (analytics.md 7.5): also those of which every attempt was cut off. */
export async function failOverdue(site: Site): Promise<void> {
  await noteRefused(site);
  const cutOff = { template: 'report', status: 'scheduled', attempts: { gte: MAX_ATTEMPTS }, dueAt: { lte: now() } };
  await site.db.prisma.analyticsReportLog.updateMany({ where: cutOff, data: given });
  const pending = await site.db.prisma.analyticsReportLog.findMany({
    where: { template: 'report', status: { in: ['scheduled', 'failed'] }, attempts: { lt: MAX_ATTEMPTS } },
    distinct: ['frequency'],
    select: { frequency: true },
  });
  for (const { frequency } of pending) {
    if (!(await isStuck(site, frequency))) continue;
    await site.db.prisma.analyticsReportLog.updateMany({
      where: { frequency, template: 'report', status: { in: ['scheduled', 'failed'] }, attempts: { lt: MAX_ATTEMPTS } },
      data: given,
    });
  }
}

/** What kept the newest batch from being sent at all. */
export interface ReportFailure {
  code: string;
  message: string;
  category: FailureCategory;
}

/** Why nothing of the newest batch was sent, by its newest report; null when something was, or may still be (analytics.md 7.6). */
export async function lastFailure(site: Site): Promise<ReportFailure | null> {
  await failOverdue(site);
  const { analyticsReportLog } = site.db.prisma;
  const newest = await analyticsReportLog.findFirst({ where: { template: 'report' }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
  if (!newest) return null;
  const { batchId } = newest;
  const left = await analyticsReportLog.count({ where: { batchId, NOT: { status: 'failed', attempts: { gte: MAX_ATTEMPTS } } } });
  return left > 0
    ? null
    : {
        code: newest.errorCode,
        message: newest.errorMessage,
        category: failureCategories.find((one) => one === newest.errorCategory) ?? 'server_error',
      };
}

const KEPT_MONTHS = 6;

/** Forgets reports of more than half a year ago; returns how many. */
export async function removeOldReports(site: Site): Promise<number> {
  const before = now();
  before.setUTCMonth(before.getUTCMonth() - KEPT_MONTHS);
  const { count } = await site.db.prisma.analyticsReportLog.deleteMany({ where: { createdAt: { lt: before } } });
  return count;
}
