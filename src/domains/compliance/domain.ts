import { now } from '#app/core/time/clock.ts';
import { defineDomain, type Site } from '#app/site.ts';
import { renderConsentAreaShortcode } from './areas/area.shortcode.ts';
import { ensureDesign } from './banner/banner.service.ts';
import { complianceSettings, publishedAt } from './compliance.settings.ts';
import { deleteExpiredScanTokens } from './cookies/report.service.ts';
import { listLegalLinks } from './documents/legal-links.ts';
import { buildAreaScript, mountConsentAreas } from './pages/area.page.ts';
import { mountLegalPages } from './pages/legal.page.ts';
import { REQUESTS_PATH } from './page-paths.ts';
import { mountPrivacyPages } from './pages/privacy.page.ts';
import { requestMails } from './requests/request.mails.ts';
import { monthlyScanJob, scanSiteJob } from './scans/scan.run.ts';
import { scanMails } from './scans/scan.mails.ts';
import { deleteExpiredScans } from './scans/retention.ts';
import { complianceData } from './personal-data.ts';

async function addInitialContent(site: Site): Promise<void> {
  await ensureDesign(site);
  if (site.settings.get(publishedAt) === 0) await site.settings.set(publishedAt, Math.floor(now().getTime() / 1000));
}

/** Implements requirements of privacy laws: legal documents, consents, an inventory of cookies, and data requests. */
export const compliance = defineDomain({
  name: 'compliance',
  personalData: complianceData,
  settings: complianceSettings,
  jobs: [scanSiteJob, monthlyScanJob],
  shortcodes: { 'consent-area': renderConsentAreaShortcode },
  getBodyPart: buildAreaScript,
  getFooterLinks: listLegalLinks,
  mails: { ...requestMails, ...scanMails },
  createInitialContent: addInitialContent,
  getMenuLinks: (_site, can, translate) =>
    can('manage_privacy') && can('manage_options')
      ? [{ label: translate('menu.dataRequests'), path: REQUESTS_PATH, rank: 9, forStaff: 'settings' }]
      : [],
  pages(app, site) {
    mountLegalPages(app, site);
    mountConsentAreas(app, site);
    mountPrivacyPages(app, site);
  },
  cleanUp: async (site) => ({ scanTokens: await deleteExpiredScanTokens(site), scans: await deleteExpiredScans(site) }),
});
