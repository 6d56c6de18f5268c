import { CronExpressionParser } from 'cron-parser';
import { now } from '../time/clock.ts';
import type { LibraryStatements } from '../db/library-statements.ts';

/** A scheduled job. */
interface Scheduled {
  name: string;
  /** Cron expression (UTC). */
  every: string;
}

const WEEK_SECONDS = 7 * 24 * 3600;

const latestTime = (every: string) => CronExpressionParser.parse(every, { tz: 'UTC', currentDate: now() }).prev().toDate();

/** Returns how long the queue keeps the record of a run, in seconds: at least until the run after the next one. Without the record a run would seem overdue. */
export function secondsToKeep({ every }: Scheduled): number {
  const times = CronExpressionParser.parse(every, { tz: 'UTC', currentDate: now() });
  const period = (times.next().getTime() - times.prev().getTime()) / 1000;
  return WEEK_SECONDS + Math.max(0, Math.ceil(period));
}

/** When a job was first scheduled, and when it was last queued. */
interface Schedule {
  name: string;
  since: Date | string;
  last: Date | string | null;
}

/**
 * Returns the names of scheduled jobs whose last run was missed because no process was running. The queue itself only queues a job within a minute of its
 * time. Ignores runs before a job was first scheduled.
 */
export async function overdueJobs(run: LibraryStatements, schema: string, jobs: readonly Scheduled[]): Promise<string[]> {
  const { rows } = await run(
    `SELECT s.name, s.created_on AS since, (SELECT max(j.created_on) FROM ${schema}.job j WHERE j.name = s.name) AS last FROM ${schema}.schedule s`,
  );
  const schedules = new Map((rows as Schedule[]).map((schedule) => [schedule.name, schedule]));
  return jobs
    .filter(({ name, every }) => {
      const schedule = schedules.get(name);
      return schedule !== undefined && latestTime(every) > new Date(schedule.last ?? schedule.since);
    })
    .map(({ name }) => name);
}
