import { beforeAll, expect, it } from 'vitest';
import { issueScanToken } from '../../src/domains/compliance/cookies/report.service.ts';
import type { Setting } from '../../src/core/settings/setting.ts';
import { describeUnless } from '../support/needs.ts';
import { findViolations, measureOverflow, missingBrowser, setUpBrowserSite, takeScreenshot, widths } from './browser.ts';

const settings = {
  regions: ['eu', 'us', 'ca'],
  'privacy-statement': 'generated',
  impressum: 'generated',
  organisation_name: 'Hall & Stage Ltd.',
  address_company: '1 Main Street\nTown',
  email_company: 'privacy@hall.example',
  compile_statistics: 'matomo',
};

/** Documents with their labels in the footer. */
const documents: [slug: string, label: string][] = [
  ['cookie-statement', 'Cookie policy (EU)'],
  ['cookie-statement-us', 'Opt-out preferences'],
  ['cookie-statement-ca', 'Cookie policy (CA)'],
  ['privacy-statement', 'Privacy statement (EU)'],
  ['impressum-all', 'Imprint'],
];

describeUnless(missingBrowser, 'Pages of legal documents', () => {
  const site = setUpBrowserSite();
  beforeAll(async () => {
    for (const [key, value] of Object.entries(settings))
      await site.site.settings.set(site.site.settings.getDeclaration(key) as Setting<unknown>, value);
    const administrator = await site.user('administrator');
    const { token } = await issueScanToken(site.site, administrator.id);
    const response = await fetch(`${site.rest}/compliance/v1/store_cookies`, {
      method: 'POST',
      headers: { authorization: administrator.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ token, cookies: { _ga: '1', _fbp: '1', odd: '1' }, lstorage: { theme: 'theme' }, page_id: 'home' }),
    });
    expect(response.status).toBe(200);
  });

  it.each(documents)('%s is linked in the footer, passes axe, and fits phone and desktop', async (slug, label) => {
    for (const [width, suffix] of [
      [widths.phone, 'phone'],
      [widths.desk, 'desk'],
    ] as const) {
      const { page, context, foreignRequests } = await site.visit({
        viewport: { width, height: 800 },
        javaScriptEnabled: true,
      });
      await page.goto('/');
      await page.getByRole('contentinfo').getByRole('link', { name: label }).click();
      expect(new URL(page.url()).pathname).toBe(`/legal/${slug}`);
      await takeScreenshot(page, `${slug}-${suffix}`);
      // opens collapsed parts, so that axe checks them
      await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true');
      await takeScreenshot(page, `${slug}-${suffix}-open`);
      expect(await findViolations(page)).toEqual([]);
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
      expect(foreignRequests).toEqual([]);
      await context.close();
    }
  });
});
