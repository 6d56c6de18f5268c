import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUploadNames } from '../../src/domains/media/upload-names.service.ts';
import { type MediaSite, openMediaSite, createPicture } from './media-site.ts';

let site: MediaSite;
let content: Buffer;
beforeAll(async () => {
  [site, content] = await Promise.all([openMediaSite(), createPicture('png', 400, 300)]);
});
afterAll(() => site.close());

const upload = async (fileName: string) => (await site.sendForm({ content, fileName })).body;
const nameOf = (url: string) => url.split('/').at(-1);
const uploadAndGetName = async (fileName: string) => nameOf((await upload(fileName)).source_url);

describe('The name of an uploaded file', () => {
  it('stays as sent, with a number if the name already exists', async () => {
    expect([
      await uploadAndGetName('Band photo.png'),
      await uploadAndGetName('Band photo.png'),
      await uploadAndGetName('Band photo.png'),
    ]).toEqual(['Band-photo.png', 'Band-photo-1.png', 'Band-photo-2.png']);
  });

  it('skips numbers that were sent as names themselves', async () => {
    expect([await uploadAndGetName('hall-1.png'), await uploadAndGetName('hall.png'), await uploadAndGetName('hall.png')]).toEqual([
      'hall-1.png',
      'hall.png',
      'hall-2.png',
    ]);
  });

  it('is not reused after its file was deleted, because caches may still contain that file', async () => {
    const { id, source_url: url } = await upload('poster.png');
    expect((await site.rest('DELETE', `/core/v2/media/${id}?force=true`, { as: 'administrator' })).status).toBe(200);
    expect(nameOf(url)).toBe('poster.png');
    expect(await uploadAndGetName('poster.png')).toBe('poster-1.png');
  });

  it('never equals the name of a rendition of another file', async () => {
    const stage = await upload('stage.png');
    expect(nameOf(stage.media_details.sizes.thumbnail.source_url)).toBe('stage-150x150.png');
    expect(await uploadAndGetName('stage-150x150.png')).toBe('stage-150x150-1.png');
    expect(await uploadAndGetName('crowd-300x225.png')).toBe('crowd-300x225-1.png');
    const thumbnail = await site.fetchFile(stage.media_details.sizes.thumbnail.source_url);
    expect([thumbnail.status, thumbnail.headers['content-type']]).toEqual([200, 'image/png']);
  });

  it('is unique for each of many simultaneous uploads', async () => {
    const names = await Promise.all(Array.from({ length: 8 }, () => uploadAndGetName('IMG_0001.png')));
    expect(new Set(names).size).toBe(8);
    expect(names).toContain('IMG_0001.png');
  });

  it('ends in eight random characters if the site is configured so', async () => {
    await site.site.settings.set(randomUploadNames, true);
    expect(await uploadAndGetName('secret.png')).toMatch(/^secret-[0-9a-f]{8}\.png$/);
  });
});
