import { defineDomain } from '#app/site.ts';
import { gmtOffset, startOfWeek, timezoneString } from '#app/core/settings/site.settings.ts';
import { detectedEvents, mailReports } from './analytics.jobs.ts';
import { analyticsSettings } from './analytics.settings.ts';
import { removeOldAuthorizations } from './connection/authorization.service.ts';
import { mountConnecting } from './connection/connect.page.ts';
import { DASHBOARD_PATH, mountDashboard } from './dashboard/pages/dashboard.page.ts';
import { INVITATION } from './email-reports/invitations.ts';
import { removeOldReports } from './email-reports/report-health.ts';
import { confirmationMessage, invitationMessage, reportMessage } from './email-reports/report-mail.ts';
import { ensureSchedules, moveSchedules } from './email-reports/schedules.ts';
import { CONFIRMATION } from './email-reports/subscription.service.ts';
import { mountUnsubscribe } from './email-reports/unsubscribe.page.ts';
import { REPORT } from './email-reports/worker.ts';
import { removeOldMarks } from './marks.ts';
import { mountExtensions } from './site-settings/extensions.page.ts';
import { analyticsHead } from './pages/page-head.ts';
import { analyticsData } from './personal-data.ts';

/** Settings that affect when reports are created. */
const clocks: readonly string[] = [timezoneString.key, gmtOffset.key, startOfWeek.key];

/** The connector to an analytics provider: connection, modules, statistics, sharing, reports by mail. */
export const analytics = defineDomain({
  name: 'analytics',
  personalData: analyticsData,
  settings: analyticsSettings,
  jobs: [mailReports, detectedEvents],
  mails: { [REPORT]: reportMessage, [CONFIRMATION]: confirmationMessage, [INVITATION]: invitationMessage },
  async cleanUp(site) {
    // restores missing schedules
    await ensureSchedules(site);
    return {
      reports: await removeOldReports(site),
      marks: await removeOldMarks(site),
      authorizations: await removeOldAuthorizations(site),
    };
  },
  settingStored: async (site, key) => {
    if (clocks.includes(key)) await moveSchedules(site);
  },
  pageHead: analyticsHead,
  framedHead: analyticsHead,
  menuLinks: (_site, can, say) =>
    can('manage_options') ? [{ label: say('menu.figures'), path: DASHBOARD_PATH, rank: 7, forStaff: 'work' }] : [],
  pages(app, site) {
    mountUnsubscribe(app, site);
    mountDashboard(app, site);
    mountConnecting(app, site);
    mountExtensions(app, site);
  },
});
