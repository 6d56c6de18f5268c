import { randomUUID } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { reportMailsEnabled } from '../analytics.settings.ts';
import { loadState } from '../state.ts';
import { type Frequency, isFrequency, nextRun, referenceDates } from './frequency.rules.ts';
import { subscribersOf } from './readers.ts';
import { calendarOf } from './schedules.ts';

const FIRST_TRY_MS = 60_000;
const AT_ONCE = 1000;

/** Starts a due batch of a frequency, with one report for each subscriber. Only one of several processes starts it. */
async function begin(site: Site, frequency: Frequency, due: Date): Promise<void> {
  const [at, calendar] = [now(), calendarOf(site)];
  const readers = await subscribersOf(site, await loadState(site), frequency);
  const batchId = randomUUID();
  const dates = referenceDates(frequency, toWallTime(at, calendar.zone).slice(0, 10));
  const dueAt = new Date(at.getTime() + FIRST_TRY_MS);
  await site.db.transaction(async (tx) => {
    const { count } = await tx.analyticsReportSchedule.updateMany({
      where: { frequency, nextRunAt: due },
      data: { nextRunAt: nextRun(frequency, at, calendar), lastRunAt: at },
    });
    if (count === 0) return;
    for (let from = 0; from < readers.length; from += AT_ONCE)
      await tx.analyticsReportLog.createMany({
        data: readers
          .slice(from, from + AT_ONCE)
          .map((userId) => ({ userId, batchId, frequency, template: 'report', ...dates, createdAt: at, dueAt })),
      });
  });
}

/** Starts all due batches if the site mails reports. */
export async function beginDueBatches(site: Site): Promise<void> {
  if (!site.settings.get(reportMailsEnabled)) return;
  const due = await site.db.prisma.analyticsReportSchedule.findMany({ where: { nextRunAt: { lte: now() } } });
  for (const { frequency, nextRunAt } of due) if (isFrequency(frequency)) await begin(site, frequency, nextRunAt);
}
