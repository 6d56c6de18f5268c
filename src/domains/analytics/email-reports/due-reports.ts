import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { isDatabaseDown } from '#app/core/db/errors.ts';
import { statement } from '#app/core/db/statement.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { notifyMailQueued, postMail } from '#app/core/mail/outbox.ts';
import { createViewer } from '#app/domains/identity/auth/viewer.ts';
import { findUser } from '#app/domains/identity/users/user.record.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';
import { capabilities } from '../access/capabilities.ts';
import { loadActor } from '../access/facts.ts';
import { reportMailsEnabled } from '../analytics.settings.ts';
import { notifyFailedReports } from '../notifications/notify.ts';
import { isFrequency, type ReferenceDates } from './frequency.rules.ts';
import { failOverdue, type FailureCategory, MAX_ATTEMPTS, recordRun } from './report-health.ts';
import { createReport, type ReportSection } from './report.ts';

/** A report that is created and mailed at a time, with its status. */
type ReportRow = Prisma.AnalyticsReportLogGetPayload<object>;

/** Kind of mail that contains a report. */
export const REPORT = 'analytics-report';

export interface ReportPayload {
  userId: number;
  frequency: string;
  dates: ReferenceDates;
  sections: readonly ReportSection[];
}

/** Time after which another attempt is made if a report was not sent. */
const RETRY_MS = 11 * 60_000;
/** Number of reports that a process claims at once. */
const CLAIM_SIZE = 4;
/** Older reports are not sent any more. */
const MAX_AGE_MS = 24 * 3600_000;

const claimReports = statement(
  'claim_reports',
  `UPDATE analytics_report_log SET attempts = attempts + 1, due_at = $2::timestamptz WHERE id IN (
      SELECT id FROM analytics_report_log WHERE status IN ('scheduled', 'failed') AND due_at <= $1::timestamptz AND attempts < ${MAX_ATTEMPTS}
        AND created_at > $3::timestamptz AND template = 'report'
      ORDER BY due_at, id LIMIT ${CLAIM_SIZE} FOR UPDATE SKIP LOCKED) RETURNING id`,
  rowShape({ id: 'int' }),
);

/**
 * Claims the reports whose time has come by postponing them, so that no other process creates them meanwhile. If this process is killed, a later run
 * creates the reports.
 */
async function claimDueReports(site: Site): Promise<ReportRow[]> {
  const time = now();
  const oldest = new Date(time.getTime() - MAX_AGE_MS);
  const rows = await site.db.rows(claimReports, [time, new Date(time.getTime() + RETRY_MS), oldest]);
  return await site.db.prisma.analyticsReportLog.findMany({ where: { id: { in: rows.map(({ id }) => id) } } });
}

async function createSections(site: Site, { userId, ...report }: ReportRow): Promise<ReportSection[]> {
  const user = await findUser(site, userId);
  if (!user) throw new Failure('invalid_email_reporting_user', 400, 'There is no such user.');
  const viewer = createViewer(user, 'password');
  const actor = await loadActor(site, viewer);
  if (!capabilities.view_dashboard(actor.facts))
    throw new Failure('invalid_email_reporting_user', 403, 'The user may no longer see the statistics.');
  if (!isFrequency(report.frequency) || !(report.startDate < report.sendDate))
    throw new Failure('email_report_invalid_date_range', 400, 'The report has an invalid frequency or period.');
  return await createReport(site, viewer, actor, report);
}

/** Returns the error code of a failure. If the provider refused the request, returns the HTTP status (docs/behaviour/analytics.md 6.6, 7.5). */
const getErrorCode = ({ code, status }: Failure): string => (code === 'provider_refused' ? String(status) : code);

/** Returns the category of a failure, from which operators know where to look. */
function getErrorCategory({ code, status }: Failure): FailureCategory {
  if (code === 'missing_required_scopes' || status === 401 || status === 403) return 'permissions_error';
  return code.startsWith('email_report') || code.startsWith('provider_') || code.startsWith('invalid_') ? 'report_error' : 'server_error';
}

/**
 * Converts an error to a failure of one report. Logs unexpected errors instead of throwing, so that other reports are still sent. Rethrows
 * if the database is down.
 */
function toFailure(site: Site, error: unknown, reportId: number): Failure {
  if (error instanceof Failure) return error;
  if (isDatabaseDown(error)) throw error;
  site.log.error({ err: error, reportId }, 'a report could not be created');
  return new Failure('internal_error', 500, 'The report could not be created. See the server log for the error.');
}

async function sendReport(site: Site, report: ReportRow): Promise<boolean> {
  const { id, userId, frequency, startDate, sendDate, compareStartDate, compareEndDate } = report;
  try {
    const sections = await createSections(site, report);
    const payload: ReportPayload = { userId, frequency, dates: { startDate, sendDate, compareStartDate, compareEndDate }, sections };
    return await site.db.transaction(async (tx) => {
      // queues the mail in the same transaction that marks the report as sent, so that it is queued exactly once
      const { count } = await tx.analyticsReportLog.updateMany({
        where: { id, status: { not: 'sent' } },
        data: { status: 'sent', sentAt: now(), errorCode: '', errorMessage: '', errorCategory: '' },
      });
      if (count === 0) return false;
      const mailId = await postMail(site, tx, { kind: REPORT, payload });
      await tx.analyticsReportLog.update({ where: { id }, data: { mailId }, select: { id: true } });
      return true;
    });
  } catch (error) {
    const failure = toFailure(site, error, id);
    await site.db.prisma.analyticsReportLog.updateMany({
      where: { id, status: { not: 'sent' } },
      data: { status: 'failed', errorCode: getErrorCode(failure), errorMessage: failure.message, errorCategory: getErrorCategory(failure) },
    });
    return false;
  }
}

/** Notifies administrators of batches that failed completely. */
async function notifyFailures(site: Site, batchIds: ReadonlySet<string>): Promise<void> {
  for (const batchId of batchIds) {
    const unfinished = await site.db.prisma.analyticsReportLog.count({
      where: { batchId, NOT: { status: 'failed', attempts: { gte: MAX_ATTEMPTS } } },
    });
    if (unfinished === 0) await notifyFailedReports(site.db.prisma, batchId);
  }
}

/** Creates and mails the reports whose time has come, and returns the number of mailed reports. Several processes share the work. */
export async function sendDueReports(site: Site): Promise<number> {
  if (!site.settings.get(reportMailsEnabled)) return 0;
  let sent = 0;
  const sentByBatch = new Map<string, { frequency: string; sent: number }>();
  for (let due = await claimDueReports(site); due.length > 0; due = await claimDueReports(site)) {
    for (const report of due) {
      const isSent = await sendReport(site, report);
      if (isSent) sent += 1;
      const before = sentByBatch.get(report.batchId)?.sent ?? 0;
      sentByBatch.set(report.batchId, { frequency: report.frequency, sent: before + (isSent ? 1 : 0) });
    }
  }
  if (sent > 0) notifyMailQueued(site);
  for (const batch of sentByBatch.values()) await recordRun(site, batch.frequency, batch.sent);
  if (sentByBatch.size > 0) await failOverdue(site);
  await notifyFailures(site, new Set(sentByBatch.keys()));
  return sent;
}
