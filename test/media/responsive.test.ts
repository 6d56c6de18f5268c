import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvent } from '../support/event.ts';
import { type MediaSite, openMediaSite, createPicture } from './media-site.ts';

let site: MediaSite;
let id: number;
let file: string;
beforeAll(async () => {
  site = await openMediaSite();
  const { body } = await site.sendForm({ content: await createPicture('jpeg', 3600, 2400), fileName: 'hall.jpg' });
  ({ id } = body);
  file = body.source_url;
});
afterAll(() => site.close());

async function readPage(path: string): Promise<string> {
  const { payload } = await site.http.inject({ method: 'GET', url: path });
  return payload;
}

/** Returns the attributes of the first element of this kind. */
function attributesOf(markup: string, element: string): Record<string, string> {
  const tag = new RegExp(`<${element}\\b[^>]*>`).exec(markup)?.[0] ?? '';
  return Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
}

describe('An uploaded photo', () => {
  it('is stored no larger than screens need', async () => {
    const { body } = await site.rest('GET', `/core/v2/media/${id}`);
    expect([body.media_details.width, body.media_details.height]).toEqual([2560, 1707]);
    const { width } = await sharp((await site.fetchFile(file)).content).metadata();
    expect(width).toBe(2560);
  });

  it('is offered in several widths in WebP and JPEG, and to link previews in the size that they need', async () => {
    const event = await makeEvent(site, { image: String(id) });
    const markup = await readPage(new URL(event.url).pathname);
    const image = attributesOf(markup, 'img');
    const widths = [...(image['srcset'] ?? '').matchAll(/ (\d+)w/g)].map(([, width]) => Number(width));
    expect(widths).toEqual([300, 768, 1024, 1536, 2048, 2560]);
    expect(image['sizes']).toContain('100vw');
    expect(image['src']).toMatch(/-1024x683\.jpg$/);
    expect(image['fetchpriority']).toBe('high');
    const source = attributesOf(markup, 'source');
    expect([source['type'], source['media']]).toEqual(['image/webp', '(max-width: 40rem)']);
    const [address = ''] = (source['srcset'] ?? '').split(' ');
    const webp = await site.fetchFile(address);
    expect([webp.status, webp.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await sharp(webp.content).metadata()).format).toBe('webp');
    const preview = /property="og:image" content="([^"]*)"/.exec(markup)?.[1] ?? '';
    const { width, height, format } = await sharp((await site.fetchFile(preview)).content).metadata();
    expect([width, height, format]).toEqual([1200, 630, 'jpeg']);
    expect(markup).toContain('property="og:image:width" content="1200"');
  });

  it('in a text has srcset, while an external image stays unchanged', async () => {
    const content = `<p><img src="${file}" alt="The hall"></p><p><img src="https://elsewhere.test/a.jpg" alt="Elsewhere"></p>`;
    const { body } = await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: 'Photos', content, status: 'publish' } });
    const markup = await readPage(new URL(body.link).pathname);
    expect(attributesOf(markup, 'img')['srcset']).toMatch(/-768x512\.jpg 768w/);
    expect(markup).toContain('<source type="image/webp"');
    expect(markup).toContain('<img src="https://elsewhere.test/a.jpg" alt="Elsewhere"');
    expect(body.content.rendered).not.toContain('srcset');
  });

  it('leaves no file behind when it is deleted', async () => {
    const { status } = await site.rest('DELETE', `/core/v2/media/${id}`, { as: 'administrator', query: { force: true } });
    expect(status).toBe(200);
    expect(await site.storedFiles()).toEqual([]);
  });
});
