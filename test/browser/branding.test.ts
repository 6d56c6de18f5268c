import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, noBrowser, shoot, signIn, violations, visit } from './browser.ts';

const drawing = (width: number, height: number, inside: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`))
    .png()
    .toBuffer();

describeUnless(noBrowser, 'Branding of a site', () => {
  let site: ListeningSite;
  let browser: Browser;
  let directory: string;
  let event: string;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'marquee-branding-'));
    site = await openListeningSite({ environment: { DATA_DIRECTORY: directory, DEMO_DATA: 'small' } });
    browser = await launchBrowser();
    const { authorization } = await site.user('administrator');
    const send = async (address: string, body: object) =>
      (await (
        await fetch(site.rest + address, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json()) as Record<string, unknown>;
    const photo = await drawing(
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
    const made = await send('/vendor/events/v1/events', {
      title: 'Night of lanterns',
      description: `<p>${'An evening with lights, music and soup for all who come. '.repeat(12)}</p>`,
      start_date: '2031-05-01 19:00:00',
      end_date: '2031-05-01 21:00:00',
      image: String(id),
      status: 'publish',
      cost: '12',
      venue: { venue: 'The old mill', address: 'Mill Lane 3', city: 'Halmstad' },
    });
    event = new URL(String(made['url'])).pathname;
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('appears on every page after saving', async () => {
    const { page, context } = await visit(browser, site.url, { javaScriptEnabled: true });
    const { login, password } = await site.user('administrator');
    await page.goto('/sign-in');
    await signIn(page, login, password);
    await page.goto('/organize/branding');
    const logo = await drawing(
      600,
      150,
      '<rect width="600" height="150" rx="30" fill="#0a7d55"/><text x="60" y="105" font-size="90" font-family="sans-serif" fill="#fff">Old Mill</text>',
    );
    await page.getByLabel('Logo: choose a file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
    await page.getByLabel('Accent color').fill('#0a9d65');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await page.getByRole('status').textContent()).toContain('Saved');
    await shoot(page, 'branding-form');
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it.each([
    ['phone', 390, 'light'],
    ['phone', 390, 'dark'],
    ['desktop', 1280, 'light'],
    ['desktop', 1280, 'dark'],
  ] as const)('passes axe and fits on a %s of %i pixels, %s', async (_name, width, colorScheme) => {
    const { page, context, complaints } = await visit(browser, site.url, {
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
      await shoot(page, `look-${name}-${width}-${colorScheme}`);
      expect(await page.locator('.site-logo').count()).toBe(1);
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
