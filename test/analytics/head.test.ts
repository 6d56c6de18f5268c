import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { type AnalyticsSite, openAnalyticsSite, S } from './analytics-site.ts';

let site: AnalyticsSite;
beforeAll(async () => {
  site = await openAnalyticsSite();
});
beforeEach(() => site.reset());
afterAll(() => site.close());

const page = async () => (await site.http.inject({ method: 'GET', url: '/events/' })) as { body: string; headers: Record<string, string> };
const snippet = async () => (await site.graphql('{ analyticsHeadSnippet }')).data.analyticsHeadSnippet as string;

describe('Page heads', () => {
  it('contain no analytics markup by default', async () => {
    const { body, headers } = await page();
    expect(body).not.toMatch(/siteanalytics|dataLayer/);
    expect(headers['content-security-policy']).not.toContain('script-src');
    expect(await snippet()).toBe('');
  });

  it('contain the setup tag for five minutes (docs/behaviour/analytics.md 2.5)', async () => {
    const { body } = await site.post(`${S}/setup-tag`);
    expect((await page()).body).toContain(`<meta name="siteanalytics-setup" content="${body.token}">`);
    setClock(createShiftedClock(301_000));
    try {
      expect((await page()).body).not.toContain('siteanalytics-setup');
    } finally {
      setClock();
    }
  });

  it('contain the setup tag in the embeddable version of a post', async () => {
    const { body: post } = await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: 'Framed', status: 'publish' } });
    const embeddedPage = async () =>
      (await site.http.inject({ method: 'GET', url: `${new URL(post.link as string).pathname}embed/` })) as Awaited<
        ReturnType<typeof page>
      >;
    expect((await embeddedPage()).body).not.toContain('siteanalytics');
    const { body } = await site.post(`${S}/setup-tag`);
    expect((await embeddedPage()).body).toContain(`<meta name="siteanalytics-setup" content="${body.token}">`);
    await site.connect();
    await site.post(`${S}/consent-mode`, { settings: { enabled: true } });
    const { body: markup, headers } = await embeddedPage();
    const [, script = ''] = /<script id="siteanalytics-consent-mode">(.*?)<\/script>/s.exec(markup) ?? [];
    expect(headers['content-security-policy']).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  });

  it('delay tags until consent in the stored regions, and allow no other script (docs/behaviour/analytics.md 5.2)', async () => {
    await site.connect();
    await site.post(`${S}/consent-mode`, { settings: { enabled: true, regions: ['DE', 'us-ca'] } });
    const { body, headers } = await page();
    const [, script = ''] = /<script id="siteanalytics-consent-mode">(.*?)<\/script>/s.exec(body) ?? [];
    expect(script).toContain('"region":["DE","US-CA"],"wait_for_update":500');
    expect(script.match(/"denied"/g)).toHaveLength(7);
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(body).toContain(await snippet());
    await site.post(`${S}/consent-mode`, { settings: { enabled: false } });
    expect((await page()).body).not.toContain('consent-mode');
  });
});
