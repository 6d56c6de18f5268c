import { defineDomain } from '#app/core/domain.ts';
import { gmtOffset, startOfWeek, timezoneString } from '#app/core/settings/site.settings.ts';
import { mailReports } from './analytics.jobs.ts';
import { analyticsSettings } from './analytics.settings.ts';
import { INVITATION } from './email-reports/invitations.ts';
import { removeOldReports } from './email-reports/report-health.ts';
import { confirmationMessage, invitationMessage, reportMessage } from './email-reports/report-mail.ts';
import { ensureSchedules, moveSchedules } from './email-reports/schedules.ts';
import { CONFIRMATION } from './email-reports/subscription.service.ts';
import { mountUnsubscribe } from './email-reports/unsubscribe.page.ts';
import { REPORT } from './email-reports/worker.ts';
import { removeOldMarks } from './marks.ts';
import { analyticsHead } from './pages/page-head.ts';
import { analyticsData } from './personal-data.ts';

/** Settings that decide when reports are made. */
const clocks: readonly string[] = [timezoneString.key, gmtOffset.key, startOfWeek.key];

/** The connector to an analytics provider: connection, modules, figures, sharing, reports by mail. */
export const analytics = defineDomain({
  name: 'analytics',
  personalData: analyticsData,
  settings: analyticsSettings,
  jobs: [mailReports],
  mails: { [REPORT]: reportMessage, [CONFIRMATION]: confirmationMessage, [INVITATION]: invitationMessage },
  async cleanUp(site) {
    // schedules that got lost come back
    await ensureSchedules(site);
    return { reports: await removeOldReports(site), marks: await removeOldMarks(site) };
  },
  settingStored: async (site, key) => {
    if (clocks.includes(key)) await moveSchedules(site);
  },
  pageHead: analyticsHead,
  pages: mountUnsubscribe,
});
