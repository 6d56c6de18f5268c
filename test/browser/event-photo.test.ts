import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, noBrowser, shoot } from './browser.ts';

const WIDTH = 4000;
const HEIGHT = 2667;
/** Maximum time in milliseconds, such as `LCP_MS=2500` on an idle machine. Without it the times are only printed. */
const MAX_LCP_MS = Number(process.env['LCP_MS'] ?? Number.POSITIVE_INFINITY);

/** Creates an image with the detail of a photo: noise at all scales, strongest at coarse ones, plus sensor grain. */
async function photo(): Promise<Buffer> {
  let state = 7;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const layer = async (across: number, strength: number) => {
    const height = Math.ceil((across * HEIGHT) / WIDTH);
    const data = Buffer.from(Array.from({ length: across * height * 3 }, () => Math.round(random() * 255)));
    const alpha = Math.round(strength * 255);
    const pixels = Buffer.alloc(across * height * 4);
    for (let at = 0; at < across * height; at++) {
      data.copy(pixels, at * 4, at * 3, at * 3 + 3);
      pixels[at * 4 + 3] = alpha;
    }
    const image = sharp(pixels, { raw: { width: across, height, channels: 4 } });
    return await image.resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' }).png({ compressionLevel: 1 }).toBuffer();
  };
  const layers: Buffer[] = [];
  for (const [across, strength] of [
    [6, 1],
    [24, 0.4],
    [100, 0.22],
    [400, 0.12],
    [2000, 0.07],
  ] as const)
    layers.push(await layer(across, strength));
  const [ground = Buffer.alloc(0), ...others] = layers;
  return await sharp(ground)
    .composite(others.map((input) => ({ input })))
    .flatten()
    .jpeg({ quality: 94 })
    .toBuffer();
}

describeUnless(noBrowser, 'Event page with a camera photo, on a slow phone', () => {
  let site: ListeningSite;
  let browser: Browser;
  let directory: string;
  let address: string;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'marquee-photo-'));
    site = await openListeningSite({ environment: { DATA_DIRECTORY: directory } });
    const { authorization } = await site.user('administrator');
    const content = process.env['PHOTO'] ? await sharp(process.env['PHOTO']).toBuffer() : await photo();
    const sent = await fetch(`${site.rest}/core/v2/media`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="hall.jpg"' },
      body: new Uint8Array(content),
    });
    const { id } = (await sent.json()) as { id: number };
    const made = await fetch(`${site.rest}/vendor/events/v1/events`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        title: 'Night of the long photo',
        description: `<p>${'What is going to happen, at some length. '.repeat(3)}</p>`,
        start_date: '2031-05-01 19:00:00',
        end_date: '2031-05-01 21:00:00',
        image: String(id),
        status: 'publish',
      }),
    });
    address = ((await made.json()) as { url: string }).url;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await rm(directory, { recursive: true, force: true });
  });

  async function choose(font: string): Promise<void> {
    const { authorization } = await site.user('administrator');
    const sent = await fetch(`${site.url}/graphql`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query: `mutation { updateBranding(input: { font: ${font} }) { errors { message } } }` }),
    });
    expect(await sent.json()).toMatchObject({ data: { updateBranding: { errors: [] } } });
  }

  // screens of an iPhone and of Lighthouse's phone; one typeface for all texts is the heaviest choice
  it.each([
    [390, 844, 3, 'SYSTEM'],
    [412, 823, 1.75, 'SYSTEM'],
    [412, 823, 1.75, 'INTER'],
    [412, 823, 1.75, 'LORA'],
  ])(
    'at %i×%i and %f shows the photo as its largest content, within 300 kB (typeface %s)',
    async (width, height, deviceScaleFactor, font) => {
      await choose(font);
      const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor, isMobile: true, hasTouch: true });
      const page = await context.newPage();
      const client = await context.newCDPSession(page);
      await client.send('Network.enable');
      await client.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: 1_600_000 / 8,
        uploadThroughput: 750_000 / 8,
      });
      await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      let bytes = 0;
      client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
      await page.goto(address, { waitUntil: 'networkidle' });
      const largest = await page.evaluate<{ at: number; element: string; source: string }>(
        () =>
          new Promise((resolve) => {
            new PerformanceObserver((list) => {
              const last = list.getEntries().at(-1) as PerformanceEntry & { element?: Element; url: string };
              resolve({ at: last.startTime, element: last.element?.tagName ?? '', source: last.url });
            }).observe({ type: 'largest-contentful-paint', buffered: true });
          }),
      );
      process.stdout.write(
        `${width}×${height}@${deviceScaleFactor} ${font}: LCP ${Math.round(largest.at)} ms, ${Math.round(bytes / 1000)} kB\n`,
      );
      await shoot(page, `event-photo-${width}-${font}`);
      expect(largest.element).toBe('IMG');
      expect(largest.source).toMatch(/\.webp$/);
      expect(largest.at).toBeLessThanOrEqual(MAX_LCP_MS);
      expect(bytes).toBeLessThanOrEqual(300_000);
      await context.close();
    },
  );
});
