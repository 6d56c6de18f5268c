import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import { missingBrowser, setUpBrowserSite, takeScreenshot } from './browser.ts';

const WIDTH = 4000;
const HEIGHT = 2667;
/** Maximum time in milliseconds, such as `LCP_MS=2500` on an idle machine. If it is not set, the times are only printed. */
const MAX_LCP_MS = Number(process.env['LCP_MS'] ?? Number.POSITIVE_INFINITY);

/** Creates an image with as much detail as a photo: noise at all scales, strongest at coarse scales, and the grain of a sensor. */
async function createPhoto(): Promise<Buffer> {
  let state = 7;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const layer = async (columns: number, strength: number) => {
    const height = Math.ceil((columns * HEIGHT) / WIDTH);
    const data = Buffer.from(Array.from({ length: columns * height * 3 }, () => Math.round(random() * 255)));
    const alpha = Math.round(strength * 255);
    const pixels = Buffer.alloc(columns * height * 4);
    for (let index = 0; index < columns * height; index++) {
      data.copy(pixels, index * 4, index * 3, index * 3 + 3);
      pixels[index * 4 + 3] = alpha;
    }
    const image = sharp(pixels, { raw: { width: columns, height, channels: 4 } });
    return await image.resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' }).png({ compressionLevel: 1 }).toBuffer();
  };
  const layers: Buffer[] = [];
  for (const [columns, strength] of [
    [6, 1],
    [24, 0.4],
    [100, 0.22],
    [400, 0.12],
    [2000, 0.07],
  ] as const)
    layers.push(await layer(columns, strength));
  const [background = Buffer.alloc(0), ...others] = layers;
  return await sharp(background)
    .composite(others.map((input) => ({ input })))
    .flatten()
    .jpeg({ quality: 94 })
    .toBuffer();
}

describeUnless(missingBrowser, 'Event page with a camera photo, on a slow phone', () => {
  const site = setUpBrowserSite();
  let address: string;
  beforeAll(async () => {
    const { authorization } = await site.user('administrator');
    const content = process.env['PHOTO'] ? await sharp(process.env['PHOTO']).toBuffer() : await createPhoto();
    const uploaded = await fetch(`${site.rest}/core/v2/media`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="hall.jpg"' },
      body: new Uint8Array(content),
    });
    const { id } = (await uploaded.json()) as { id: number };
    const { url } = await site.send('POST', '/vendor/events/v1/events', {
      title: 'Night of the long photo',
      description: `<p>${'What is going to happen, at some length. '.repeat(3)}</p>`,
      start_date: '2031-05-01 19:00:00',
      end_date: '2031-05-01 21:00:00',
      image: String(id),
      status: 'publish',
    });
    address = url;
  });

  async function chooseFont(font: string): Promise<void> {
    const mutation = `mutation { updateBranding(input: { font: ${font} }) { errors { message } } }`;
    expect(await site.graphql(mutation)).toMatchObject({ updateBranding: { errors: [] } });
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
      await chooseFont(font);
      const context = await site.browser.newContext({ viewport: { width, height }, deviceScaleFactor, isMobile: true, hasTouch: true });
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
      await takeScreenshot(page, `event-photo-${width}-${font}`);
      expect(largest.element).toBe('IMG');
      expect(largest.source).toMatch(/\.webp$/);
      expect(largest.at).toBeLessThanOrEqual(MAX_LCP_MS);
      expect(bytes).toBeLessThanOrEqual(300_000);
      await context.close();
    },
  );
});
