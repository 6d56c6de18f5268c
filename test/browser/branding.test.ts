import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import { findViolations, missingBrowser, setUpBrowserSite, signIn, takeScreenshot } from './browser.ts';

const drawPng = (width: number, height: number, svg: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`))
    .png()
    .toBuffer();

describeUnless(missingBrowser, 'Branding of a site', () => {
  const site = setUpBrowserSite({ environment: { DEMO_DATA: 'small' } });
  let event: string;
  beforeAll(async () => {
    const { authorization } = await site.user('administrator');
    const photo = await drawPng(
      2400,
      1600,
      '<defs><linearGradient id="g" x2="1" y2="1"><stop offset="0" stop-color="#123"/><stop offset="1" stop-color="#e85"/></linearGradient></defs><rect width="2400" height="1600" fill="url(#g)"/><circle cx="1200" cy="700" r="400" fill="#fc6" opacity=".7"/>',
    );
    const uploaded = await fetch(`${site.rest}/core/v2/media`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'image/png', 'content-disposition': 'attachment; filename="stage.png"' },
      body: new Uint8Array(photo),
    });
    const { id } = (await uploaded.json()) as { id: number };
    const created = await site.send('POST', '/vendor/events/v1/events', {
      title: 'Night of lanterns',
      description: `<p>${'An evening with lights, music and soup for all who come. '.repeat(12)}</p>`,
      start_date: '2031-05-01 19:00:00',
      end_date: '2031-05-01 21:00:00',
      image: String(id),
      status: 'publish',
      cost: '12',
      venue: { venue: 'The old mill', address: 'Mill Lane 3', city: 'Halmstad' },
    });
    event = new URL(created.url).pathname;
  });

  it('appears on every page after saving', async () => {
    const { page, context } = await site.visit({ javaScriptEnabled: true });
    const { login, password } = await site.user('administrator');
    await page.goto('/sign-in');
    await signIn(page, login, password);
    await page.goto('/organize/branding');
    const logo = await drawPng(
      600,
      150,
      '<rect width="600" height="150" rx="30" fill="#0a7d55"/><text x="60" y="105" font-size="90" font-family="sans-serif" fill="#fff">Old Mill</text>',
    );
    await page.getByLabel('Logo: choose a file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
    await page.getByLabel('Accent color').fill('#0a9d65');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await page.getByRole('status').textContent()).toContain('Saved');
    await takeScreenshot(page, 'branding-form');
    expect(await findViolations(page)).toEqual([]);
    await context.close();
  });

  it.each([
    ['phone', 390, 'light'],
    ['phone', 390, 'dark'],
    ['desktop', 1280, 'light'],
    ['desktop', 1280, 'dark'],
  ] as const)('passes axe and fits on a %s of %i pixels, %s', async (_name, width, colorScheme) => {
    const { page, context, consoleErrors } = await site.visit({
      viewport: { width, height: 850 },
      colorScheme,
      javaScriptEnabled: true,
    });
    for (const [name, address] of [
      ['front', '/'],
      ['event', event],
      ['calendar', '/events/'],
    ] as const) {
      await page.goto(address, { waitUntil: 'networkidle' });
      await takeScreenshot(page, `look-${name}-${width}-${colorScheme}`);
      expect(await page.locator('.site-logo').count()).toBe(1);
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    expect(consoleErrors).toEqual([]);
    await context.close();
  });
});
