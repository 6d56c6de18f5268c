import { now } from '#app/core/time/clock.ts';
import { startOfWeek } from '#app/core/settings/site.settings.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';
import { reportMailsEnabled } from '../analytics.settings.ts';
import { type AnalyticsUser, loadUserSettings } from '../user-settings/user-row.ts';
import { type Calendar, frequencies, type Frequency, isFrequency, computeNextRun } from './frequency.rules.ts';
import { MAX_ATTEMPTS } from './report-health.ts';

/** Returns the site's time zone and first day of the week. */
export const getCalendar = (site: Site): Calendar => ({ zone: getSiteZone(site), weekStart: site.settings.get(startOfWeek) });

/** Creates missing schedules. Does nothing if the site does not mail reports. */
export async function ensureSchedules(site: Site): Promise<void> {
  if (!site.settings.get(reportMailsEnabled)) return;
  const calendar = getCalendar(site);
  await site.db.prisma.analyticsReportSchedule.createMany({
    data: frequencies.map((frequency) => ({ frequency, nextRunAt: computeNextRun(frequency, now(), calendar) })),
    skipDuplicates: true,
  });
}

/** Recomputes the schedules after a change of the time zone or the first day of the week. */
export async function moveSchedules(site: Site): Promise<void> {
  const calendar = getCalendar(site);
  for (const frequency of frequencies)
    await site.db.prisma.analyticsReportSchedule.updateMany({
      where: { frequency },
      data: { nextRunAt: computeNextRun(frequency, now(), calendar) },
    });
}

/** Switches mailed reports on or off. Switching off deletes the schedules and the reports that would still be sent. */
export async function switchReports(site: Site, isEnabled: boolean): Promise<boolean> {
  const wasEnabled = site.settings.get(reportMailsEnabled);
  await site.settings.set(reportMailsEnabled, isEnabled);
  if (isEnabled && !wasEnabled) await ensureSchedules(site);
  if (!isEnabled && wasEnabled)
    await site.db.transaction(async (tx) => {
      await tx.analyticsReportSchedule.deleteMany();
      await tx.analyticsReportLog.deleteMany({
        where: { OR: [{ status: 'scheduled' }, { status: 'failed', attempts: { lt: MAX_ATTEMPTS } }] },
      });
    });
  return isEnabled;
}

/** Returns the time of the next report of a frequency. */
export async function findNextReport(site: Site, frequency: Frequency): Promise<Date> {
  const schedule = await site.db.prisma.analyticsReportSchedule.findUnique({ where: { frequency } });
  return schedule && schedule.nextRunAt > now() ? schedule.nextRunAt : computeNextRun(frequency, now(), getCalendar(site));
}

/** Returns the time of a user's next report. For a user who is not subscribed, returns the time at which it would be sent. */
export async function findNextReportOfUser(site: Site, userId: number): Promise<Date> {
  return await findNextReportForSettings(site, await loadUserSettings(site, userId));
}

/** Same as `findNextReportOfUser`, for settings that are already loaded. */
export async function findNextReportForSettings(site: Site, { reportFrequency }: Pick<AnalyticsUser, 'reportFrequency'>): Promise<Date> {
  return await findNextReport(site, isFrequency(reportFrequency) ? reportFrequency : 'weekly');
}
