import { defineDomain } from '#app/site.ts';
import { gmtOffset, startOfWeek, timezoneString } from '#app/core/settings/site.settings.ts';
import { detectEventsJob, mailReports } from './analytics.jobs.ts';
import { analyticsSettings } from './analytics.settings.ts';
import { deleteExpiredAuthorizations } from './connection/authorization.service.ts';
import { mountConnectPages } from './connection/connect.page.ts';
import { DASHBOARD_PATH, mountDashboard } from './dashboard/pages/dashboard.page.ts';
import { INVITATION } from './email-reports/invitations.ts';
import { deleteExpiredReports } from './email-reports/report-health.ts';
import { renderConfirmationMail, renderInvitationMail, renderReportMail } from './email-reports/report-mail.ts';
import { ensureSchedules, moveSchedules } from './email-reports/schedules.ts';
import { CONFIRMATION } from './email-reports/subscription.service.ts';
import { mountUnsubscribe } from './email-reports/unsubscribe.page.ts';
import { REPORT } from './email-reports/due-reports.ts';
import { deleteExpiredMarks } from './marks.ts';
import { mountExtensionPages } from './site-settings/extensions.page.ts';
import { renderAnalyticsHead } from './pages/page-head.ts';
import { analyticsData } from './personal-data.ts';

/** Settings that determine when reports are created. */
const calendarSettings: readonly string[] = [timezoneString.key, gmtOffset.key, startOfWeek.key];

/** The connector to an analytics provider: connection, modules, statistics, sharing, and reports by mail. */
export const analytics = defineDomain({
  name: 'analytics',
  personalData: analyticsData,
  settings: analyticsSettings,
  jobs: [mailReports, detectEventsJob],
  mails: { [REPORT]: renderReportMail, [CONFIRMATION]: renderConfirmationMail, [INVITATION]: renderInvitationMail },
  async cleanUp(site) {
    // restores missing schedules
    await ensureSchedules(site);
    return {
      reports: await deleteExpiredReports(site),
      marks: await deleteExpiredMarks(site),
      authorizations: await deleteExpiredAuthorizations(site),
    };
  },
  onSettingStored: async (site, key) => {
    if (calendarSettings.includes(key)) await moveSchedules(site);
  },
  getPageHead: renderAnalyticsHead,
  getEmbedHead: renderAnalyticsHead,
  getMenuLinks: (_site, can, translate) =>
    can('manage_options') ? [{ label: translate('menu.figures'), path: DASHBOARD_PATH, rank: 7, forStaff: 'work' }] : [],
  pages(app, site) {
    mountUnsubscribe(app, site);
    mountDashboard(app, site);
    mountConnectPages(app, site);
    mountExtensionPages(app, site);
  },
});
