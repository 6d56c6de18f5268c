import { CronExpressionParser } from 'cron-parser';
import { now } from '../time/clock.ts';
import type { LibraryStatements } from '../db/library-statements.ts';

/** What comes back at certain times. */
interface Scheduled {
  name: string;
  /** Cron expression (UTC). */
  every: string;
}

const WEEK_SECONDS = 7 * 24 * 3600;

const latestTime = (every: string) => CronExpressionParser.parse(every, { tz: 'UTC', currentDate: now() }).prev().toDate();

/** How long the queue keeps the record of a run, in seconds: until the run after the next one, at least, or it would seem to be overdue. */
export function secondsToKeep({ every }: Scheduled): number {
  const times = CronExpressionParser.parse(every, { tz: 'UTC', currentDate: now() });
  const period = (times.next().getTime() - times.prev().getTime()) / 1000;
  return WEEK_SECONDS + Math.max(0, Math.ceil(period));
}

/** When a job was scheduled first, and when it was put into the queue last. */
interface Schedule {
  name: string;
  since: Date | string;
  last: Date | string | null;
}

/**
 * Names of the scheduled jobs whose latest time passed while no process ran: the queue itself puts a job in only within the minute of its time. A job
 * that was not scheduled yet at that time is not overdue.
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
