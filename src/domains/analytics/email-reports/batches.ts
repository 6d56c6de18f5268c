import { randomUUID } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { reportMailsEnabled } from '../analytics.settings.ts';
import { loadState } from '../state.ts';
import { type Frequency, isFrequency, computeNextRun, computeReferenceDates } from './frequency.rules.ts';
import { findSubscriberIds } from './readers.ts';
import { getCalendar } from './schedules.ts';

/** Time between the start of a batch and the first attempt to create its reports. */
const DELAY_MS = 60_000;
const INSERT_BATCH_SIZE = 1000;

/** Starts the batch of a frequency, with one report for each subscriber. If several processes try, only one starts it. */
async function startBatch(site: Site, frequency: Frequency, scheduledAt: Date): Promise<void> {
  const [startedAt, calendar] = [now(), getCalendar(site)];
  const userIds = await findSubscriberIds(site, await loadState(site), frequency);
  const batchId = randomUUID();
  const referenceDays = computeReferenceDates(frequency, toWallTime(startedAt, calendar.zone).slice(0, 10));
  const dueAt = new Date(startedAt.getTime() + DELAY_MS);
  await site.db.transaction(async (tx) => {
    const { count } = await tx.analyticsReportSchedule.updateMany({
      where: { frequency, nextRunAt: scheduledAt },
      data: { nextRunAt: computeNextRun(frequency, startedAt, calendar), lastRunAt: startedAt },
    });
    if (count === 0) return;
    for (let start = 0; start < userIds.length; start += INSERT_BATCH_SIZE)
      await tx.analyticsReportLog.createMany({
        data: userIds
          .slice(start, start + INSERT_BATCH_SIZE)
          .map((userId) => ({ userId, batchId, frequency, template: 'report', ...referenceDays, createdAt: startedAt, dueAt })),
      });
  });
}

/** Starts the batches of reports whose scheduled time has come. Does nothing if the site does not mail reports. */
export async function startDueBatches(site: Site): Promise<void> {
  if (!site.settings.get(reportMailsEnabled)) return;
  const due = await site.db.prisma.analyticsReportSchedule.findMany({ where: { nextRunAt: { lte: now() } } });
  for (const { frequency, nextRunAt } of due) if (isFrequency(frequency)) await startBatch(site, frequency, nextRunAt);
}
