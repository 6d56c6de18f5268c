import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { marks } from '../marks.ts';

export const MAX_ATTEMPTS = 3;

/** Categories of failures (docs/behaviour/analytics.md 7.6). */
export const failureCategories = ['cron_scheduler_error', 'permissions_error', 'report_error', 'sending_error', 'server_error'] as const;
export type FailureCategory = (typeof failureCategories)[number];
const DAY_MS = 24 * 3600_000;
const HOUR_MS = 3600_000;
/** Number of runs without a sent report within an hour after which the reports of a frequency are given up. */
const MAX_EMPTY_RUNS = 3;

/** Code and category of reports that were not processed in time. */
const SCHEDULER_ERROR = 'cron_scheduler_error';

/** Records a run of the job that sends reports of a frequency. Stores the times of runs without a sent report for an hour. */
export async function recordRun(site: Site, frequency: string, sent: number): Promise<void> {
  const name = marks.emptyRuns(frequency);
  if (sent > 0) return void (await site.db.prisma.analyticsMark.deleteMany({ where: { name } }));
  const time = now().getTime();
  const runTimes = [...(await findEmptyRuns(site, frequency)), time];
  const values = { value: runTimes, expiresAt: new Date(time + HOUR_MS) };
  await site.db.prisma.analyticsMark.upsert({ where: { name }, create: { name, ...values }, update: values, select: { name: true } });
}

async function findEmptyRuns(site: Site, frequency: string): Promise<number[]> {
  const mark = await site.db.prisma.analyticsMark.findUnique({ where: { name: marks.emptyRuns(frequency) } });
  const since = now().getTime() - HOUR_MS;
  return Array.isArray(mark?.value) ? (mark.value as unknown[]).filter((run): run is number => typeof run === 'number' && run > since) : [];
}

/** Columns of reports that are given up because they were not processed in time. */
const GIVEN_UP = {
  status: 'failed',
  attempts: MAX_ATTEMPTS,
  errorCode: SCHEDULER_ERROR,
  errorMessage: 'Reports are not sent, because the scheduled jobs do not run. Check that the service is running.',
  errorCategory: SCHEDULER_ERROR,
};

/**
 * True if reports of a frequency are not processed: the scheduled time of a batch passed a day ago, a report has waited for a day, or several runs in
 * the last hour have sent nothing.
 */
async function isFrequencyStuck(site: Site, frequency: string): Promise<boolean> {
  const since = new Date(now().getTime() - DAY_MS);
  const schedule = await site.db.prisma.analyticsReportSchedule.findUnique({ where: { frequency } });
  if (schedule && schedule.nextRunAt < since) return true;
  const waiting = await site.db.prisma.analyticsReportLog.count({
    where: { frequency, template: 'report', status: 'scheduled', createdAt: { lt: since } },
  });
  return waiting > 0 || (await findEmptyRuns(site, frequency)).length >= MAX_EMPTY_RUNS;
}

/** Code of reports that the mail server has permanently rejected. */
const MAIL_REJECTED = 'mail_failed';

/** Marks reports that the mail server has permanently rejected as failed. */
async function failRejectedMails(site: Site): Promise<void> {
  const rejected = await site.db.prisma.analyticsReportLog.findMany({
    where: { status: 'sent', mail: { status: 'failed' } },
    select: { id: true, mail: { select: { lastError: true } } },
  });
  for (const { id, mail } of rejected)
    await site.db.prisma.analyticsReportLog.updateMany({
      where: { id, status: 'sent' },
      data: {
        status: 'failed',
        attempts: MAX_ATTEMPTS,
        errorCode: MAIL_REJECTED,
        errorMessage: mail?.lastError || 'The mail server rejected the report.',
        errorCategory: 'sending_error',
      },
    });
}

/** Marks reports as failed if they were not processed in time or all their attempts were interrupted (docs/behaviour/analytics.md 7.5). */
export async function failOverdue(site: Site): Promise<void> {
  await failRejectedMails(site);
  const outOfAttempts = { template: 'report', status: 'scheduled', attempts: { gte: MAX_ATTEMPTS }, dueAt: { lte: now() } };
  await site.db.prisma.analyticsReportLog.updateMany({ where: outOfAttempts, data: GIVEN_UP });
  const pending = await site.db.prisma.analyticsReportLog.findMany({
    where: { template: 'report', status: { in: ['scheduled', 'failed'] }, attempts: { lt: MAX_ATTEMPTS } },
    distinct: ['frequency'],
    select: { frequency: true },
  });
  for (const { frequency } of pending) {
    if (!(await isFrequencyStuck(site, frequency))) continue;
    await site.db.prisma.analyticsReportLog.updateMany({
      where: { frequency, template: 'report', status: { in: ['scheduled', 'failed'] }, attempts: { lt: MAX_ATTEMPTS } },
      data: GIVEN_UP,
    });
  }
}

/** Failure of a report in the newest batch. */
export interface ReportFailure {
  code: string;
  message: string;
  category: FailureCategory;
}

/**
 * Returns the failure of the newest report in the newest batch. Null if a report of the batch was sent or may still be sent
 * (docs/behaviour/analytics.md 7.6).
 */
export async function findLastFailure(site: Site): Promise<ReportFailure | null> {
  await failOverdue(site);
  const { analyticsReportLog } = site.db.prisma;
  const newest = await analyticsReportLog.findFirst({ where: { template: 'report' }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
  if (!newest) return null;
  const { batchId } = newest;
  const unfinished = await analyticsReportLog.count({ where: { batchId, NOT: { status: 'failed', attempts: { gte: MAX_ATTEMPTS } } } });
  return unfinished > 0
    ? null
    : {
        code: newest.errorCode,
        message: newest.errorMessage,
        category: failureCategories.find((category) => category === newest.errorCategory) ?? 'server_error',
      };
}

const RETENTION_MONTHS = 6;

/** Deletes reports older than six months and returns their number. */
export async function deleteExpiredReports(site: Site): Promise<number> {
  const before = now();
  before.setUTCMonth(before.getUTCMonth() - RETENTION_MONTHS);
  const { count } = await site.db.prisma.analyticsReportLog.deleteMany({ where: { createdAt: { lt: before } } });
  return count;
}
