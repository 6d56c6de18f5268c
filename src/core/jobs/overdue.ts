import { CronExpressionParser } from 'cron-parser';
import { now } from '../time/clock.ts';
import type { LibraryStatements } from '../db/library-statements.ts';

/** A scheduled job. */
interface ScheduledJob {
  name: string;
  /** Cron expression in UTC. */
  cron: string;
}

const WEEK_SECONDS = 7 * 24 * 3600;

const getPreviousRun = (cron: string) => CronExpressionParser.parse(cron, { tz: 'UTC', currentDate: now() }).prev().toDate();

/**
 * Returns how long the queue keeps the record of a run, in seconds. This is longer than the time until the next run, because a run without a record
 * would seem overdue.
 */
export function getRetentionSeconds({ cron }: ScheduledJob): number {
  const times = CronExpressionParser.parse(cron, { tz: 'UTC', currentDate: now() });
  const period = (times.next().getTime() - times.prev().getTime()) / 1000;
  return WEEK_SECONDS + Math.max(0, Math.ceil(period));
}

/** When a job was first scheduled, and when it was last queued. */
interface Schedule {
  name: string;
  scheduledSince: Date | string;
  lastQueued: Date | string | null;
}

/**
 * Returns the names of scheduled jobs whose last run was missed, because no process was running at its time. The queue itself only queues a job
 * within a minute of its time. Ignores runs before the time at which a job was first scheduled.
 */
export async function findOverdueJobs(query: LibraryStatements, schema: string, jobs: readonly ScheduledJob[]): Promise<string[]> {
  const { rows } = await query(
    `SELECT s.name, s.created_on AS "scheduledSince", (SELECT max(j.created_on) FROM ${schema}.job j WHERE j.name = s.name) AS "lastQueued" FROM ${schema}.schedule s`,
  );
  const schedules = new Map((rows as Schedule[]).map((schedule) => [schedule.name, schedule]));
  return jobs
    .filter(({ name, cron }) => {
      const schedule = schedules.get(name);
      return schedule !== undefined && getPreviousRun(cron) > new Date(schedule.lastQueued ?? schedule.scheduledSince);
    })
    .map(({ name }) => name);
}
