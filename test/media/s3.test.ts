import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Upload } from '../../src/core/http/upload.ts';
import { addMedia, removeMedia } from '../../src/domains/media/library.service.ts';
import { mountUploads } from '../../src/domains/media/uploads.route.ts';
import { loadMedia, buildMediaUrl } from '../../src/domains/content/media.service.ts';
import { makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { createPicture } from './media-site.ts';
import { type FakeS3, startFakeS3 } from './s3-fake.ts';

let s3: FakeS3;
let site: TestSite;
let files: FastifyInstance;
beforeAll(async () => {
  s3 = await startFakeS3();
  site = await openTestSite({
    UPLOADS_STORE: 's3://pictures/site-1/',
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'fake-key',
    S3_SECRET_ACCESS_KEY: 'fake-secret',
  });
  files = fastify();
  mountUploads(files, site);
});
afterAll(async () => {
  await files.close();
  await site.close();
  await s3.close();
});

async function addImage(fileName: string) {
  const viewer = await makeUser(site, 'author');
  const content = await createPicture('jpeg', 400, 300);
  const item = await addMedia(site, viewer, new Upload(() => ({ fileName, mimeType: 'image/jpeg', content })), {});
  const [media] = await loadMedia(site, [item.id]);
  return { id: item.id, media: media as NonNullable<typeof media> };
}

describe('A library in a bucket', () => {
  it('stores an image with its renditions below the prefix, with content types and signed requests', async () => {
    const { media } = await addImage('bucket.jpg');
    const keys = [media.file, ...Object.values(media.sizes).map((size) => size.file)];
    expect(keys.length).toBe(3);
    for (const key of keys) expect(s3.objects.get(`pictures/site-1/${key}`)?.type).toBe('image/jpeg');
    expect(s3.isAlwaysSigned()).toBe(true);
  });

  it('serves files with the same headers as from a directory, including ranges and conditions', async () => {
    const { media } = await addImage('served.jpg');
    const url = buildMediaUrl(site, media.file).replace(site.config.siteUrl, '');
    const complete = await files.inject(url);
    expect(complete.statusCode).toBe(200);
    expect(complete.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(complete.rawPayload.length).toBe(media.fileSize);
    const part = await files.inject({ url, headers: { range: 'bytes=2-5' } });
    expect([part.statusCode, part.headers['content-range'], part.rawPayload.equals(complete.rawPayload.subarray(2, 6))]).toEqual([
      206,
      `bytes 2-5/${media.fileSize}`,
      true,
    ]);
    expect((await files.inject({ url, headers: { range: `bytes=${media.fileSize}-` } })).statusCode).toBe(416);
    expect((await files.inject({ url, headers: { 'if-none-match': String(complete.headers['etag']) } })).statusCode).toBe(304);
    const head = await files.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(media.fileSize), 0]);
    expect((await files.inject('/uploads/2026/11/none-00000000.jpg')).statusCode).toBe(404);
  });

  it('removes all objects of a deleted file', async () => {
    const before = s3.objects.size;
    const { id } = await addImage('gone.jpg');
    await removeMedia(site, id);
    expect(s3.objects.size).toBe(before);
  });

  it('refuses an upload while the bucket is unavailable, and stores neither an item nor its name', async () => {
    const before = await site.db.prisma.media.count();
    await addImage('failing.jpg');
    const names = await site.db.prisma.uploadName.findMany({ orderBy: { name: 'asc' } });
    s3.fail(true);
    await expect(addImage('failing.jpg')).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
    s3.fail(false);
    expect(await site.db.prisma.media.count()).toBe(before + 1);
    expect(await site.db.prisma.uploadName.findMany({ orderBy: { name: 'asc' } })).toEqual(names);
  });
});
