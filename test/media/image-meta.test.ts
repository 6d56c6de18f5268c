import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

async function upload(name: string, type: string, payload: Buffer) {
  const { authorization } = await site.user('administrator');
  const headers = { authorization, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` };
  return (await site.http.inject({ method: 'POST', url: '/rest/core/v2/media', headers, payload })).json();
}

it('media_details contains image_meta without data of the camera', async () => {
  const photo = sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } });
  const payload = await photo
    .withExif({ IFD0: { Make: 'Camera maker', Copyright: 'Somebody' } })
    .jpeg()
    .toBuffer();
  const { media_details: details } = await upload('photo.jpg', 'image/jpeg', payload);
  expect(details.image_meta).toMatchObject({ aperture: '0', camera: '', copyright: '', orientation: '0', keywords: [] });
});

it('media_details of other files has no image_meta', async () => {
  const { media_details: details } = await upload(
    'text.pdf',
    'application/pdf',
    Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
  );
  expect(details).not.toHaveProperty('image_meta');
});
