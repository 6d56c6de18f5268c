import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMedia } from '../../src/domains/content/media.service.ts';
import { createViewer } from '../../src/domains/identity/auth/viewer.ts';
import { type CalendarSite, openCalendar } from './calendar-site.ts';

let site: CalendarSite;
let server: Server;
let otherSite: string;
let requestedPaths: string[];
let imageId: number;

beforeAll(async () => {
  site = await openCalendar();
  server = createServer((request, response) => {
    requestedPaths.push(request.url ?? '');
    if (request.url === '/poster.png') return void response.writeHead(200, { 'content-type': 'image/png' }).end('png');
    if (request.url === '/page') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    response.writeHead(404, { 'content-type': 'image/png' }).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  otherSite = `http://elsewhere.test:${port}`;
  requestedPaths = [];
  site.site.network = {
    resolve: async (host) => {
      if (host === 'elsewhere.test') return ['127.0.0.1'];
      throw new Error('ENOTFOUND');
    },
    isAllowed: (address) => address === '127.0.0.1',
    ports: new Set([port]),
  };
  const { id, login, email } = await site.user('administrator');
  const viewer = createViewer({ id, login, email, displayName: login, role: 'administrator', extraCapabilities: {} }, 'password');
  const file = {
    file: '2026/11/hall.jpg',
    fileName: 'hall.jpg',
    mimeType: 'image/jpeg',
    width: 800,
    height: 600,
    fileSize: 9000,
    altText: 'The hall',
    sizes: { thumbnail: { file: '2026/11/hall-150.jpg', width: 150, height: 150, mimeType: 'image/jpeg' } },
  };
  imageId = (await site.site.db.transaction((tx) => createMedia(site.site, tx, viewer, file))).id;
});
afterAll(async () => {
  server.close();
  await site.close();
});

const createWithImage = (image: string | number, as: 'editor' | 'contributor') =>
  site.legacy('POST', '/events', { as, body: { title: 'X', start_date: 'tomorrow', end_date: 'tomorrow', image } });

describe('Image of an event, venue or organizer (docs/behaviour/events.md 2.2, 2.6.1)', () => {
  it('is set by ID, as a number or a string', async () => {
    const image = {
      url: 'http://site.test/uploads/2026/11/hall.jpg',
      id: imageId,
      extension: 'jpg',
      width: 800,
      height: 600,
      filesize: 9000,
      sizes: { thumbnail: { width: 150, height: 150, 'mime-type': 'image/jpeg', url: 'http://site.test/uploads/2026/11/hall-150.jpg' } },
    };
    expect((await site.makeEvent({ image: imageId })).image).toEqual(image);
    expect((await site.makeVenue({ image: String(imageId) })).image).toEqual(image);
    expect((await site.makeOrganizer({ image: 'http://site.test/uploads/2026/11/hall.jpg' })).image).toEqual(image);
    expect(
      (await site.current('POST', '/organizers', { as: 'editor', body: { title: 'Pictured', featured_media: imageId } })).body
        .featured_media,
    ).toBe(imageId);
  });

  it('may be an external URL, whose image is downloaded once and reused', async () => {
    requestedPaths = [];
    const first = await site.makeEvent({ image: `${otherSite}/poster.png` });
    expect(first.image).toEqual({ url: `${otherSite}/poster.png`, id: expect.any(Number), extension: 'png', filesize: 3 });
    const second = await site.makeEvent({
      image: `${otherSite}/poster.png`,
      venue: { venue: 'Pictured', image: `${otherSite}/poster.png` },
    });
    expect([second.image.id, second.venue.image.id]).toEqual([first.image.id, first.image.id]);
    expect(requestedPaths).toEqual(['/poster.png']);
  });

  it.each([
    ['a page', '/page'],
    ['nothing', '/missing.png'],
  ])('is refused if the address returns %s', async (_what, path) => {
    const before = (await site.legacy('GET', '/events')).body.total;
    expect(await createWithImage(otherSite + path, 'editor')).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { image: expect.any(String) } } },
    });
    expect((await site.legacy('GET', '/events')).body.total).toBe(before);
  });

  it('is never requested from internal URLs or for users who may not upload', async () => {
    requestedPaths = [];
    expect((await createWithImage('http://127.0.0.1:22/x.png', 'editor')).status).toBe(400);
    expect((await createWithImage(`${otherSite}/other.png`, 'contributor')).status).toBe(400);
    expect(requestedPaths).toEqual([]);
  });

  it('is set by URL only by users who may upload, and only by a valid URL or ID', async () => {
    const refusal = { status: 400, body: { code: 'rest_invalid_param', data: { params: { image: expect.any(String) } } } };
    expect(await createWithImage('http://site.test/uploads/2026/11/hall.jpg', 'contributor')).toMatchObject(refusal);
    expect(await createWithImage('2026/11/hall.jpg', 'editor')).toMatchObject(refusal);
    expect(await createWithImage(imageId, 'contributor')).toMatchObject({ status: 201, body: { image: { id: imageId } } });
  });

  it('is removed by 0 or an empty value', async () => {
    const { id } = await site.makeEvent({ image: imageId });
    expect((await site.legacy('POST', `/events/${id}`, { as: 'editor', body: { title: 'Changed' } })).body.image.id).toBe(imageId);
    expect((await site.legacy('POST', `/events/${id}`, { as: 'editor', body: { image: '' } })).body.image).toBe(false);
  });
});
