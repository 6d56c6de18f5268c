import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MediaSite, openMediaSite, createPicture } from './media-site.ts';

let site: MediaSite;
beforeAll(async () => {
  site = await openMediaSite();
  await site.sendForm({ content: await createPicture('jpeg'), fileName: 'first.jpg' });
});
afterAll(() => site.close());

/** Returns a lossless single-color WebP: a few bytes that claim these dimensions. */
async function makeWebpClaiming(width: number, height: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#336699' } })
    .webp({ lossless: true })
    .toBuffer();
  const offset = bytes.indexOf('VP8L') + 8 + 1;
  const bits = ((width - 1) | ((height - 1) << 14)) >>> 0;
  bytes.writeUInt32LE((bits | (bytes.readUInt32LE(offset) & 0xf0000000)) >>> 0, offset);
  return bytes;
}

describe('An image that is too expensive to decode', () => {
  it.each([
    ['a tiny WebP file', () => makeWebpClaiming(7000, 7000), 'a.webp'],
    [
      'a tiny AVIF file',
      () =>
        sharp({ create: { width: 2600, height: 2600, channels: 3, background: '#336699' } })
          .avif({ effort: 0 })
          .toBuffer(),
      'a.avif',
    ],
  ])('as %s is refused because of its dimensions', async (_name, make, fileName) => {
    const content = await make();
    expect(content.length).toBeLessThan(1500);
    const before = process.cpuUsage();
    const { status, body } = await site.sendForm({ content, fileName });
    const { user, system } = process.cpuUsage(before);
    expect([status, body.code]).toEqual([400, 'rest_upload_file_too_big']);
    expect((user + system) / 1000).toBeLessThan(1500);
  });
});

describe('A large valid image', () => {
  it('is decoded in another process, so that this one keeps serving files', async () => {
    const noise = Buffer.from(Array.from({ length: 512 * 512 * 3 }, (_, i) => (i * 2654435761) >>> 24));
    const content = await sharp(noise, { raw: { width: 512, height: 512, channels: 3 } })
      .resize(4000, 3000, { fit: 'fill' })
      .jpeg()
      .toBuffer();
    const before = process.cpuUsage();
    let isUploaded = false;
    const uploads = Promise.all([1, 2, 3].map((n) => site.sendForm({ content, fileName: `large${n}.jpg` }))).finally(() => {
      isUploaded = true;
    });
    const waits: number[] = [];
    while (!isUploaded) {
      const startedAt = performance.now();
      await readFile('package.json');
      waits.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { user, system } = process.cpuUsage(before);
    expect((await uploads).map(({ status }) => status)).toEqual([201, 201, 201]);
    // the machine may be busy, so only half of the reads must be fast
    expect(waits.toSorted((a, b) => a - b)[waits.length >> 1]).toBeLessThan(200);
    expect((user + system) / 1000).toBeLessThan(9000);
  });
});
