import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../outgoing/local-server.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { createWxrFile, createWxrItem } from './make-wxr.ts';
import { importFile, makeTempFolder, type TempFolder } from './support.ts';

let site: TestSite;
let temp: TempFolder;
let server: LocalServer;

beforeAll(async () => {
  temp = makeTempFolder();
  site = await openTestSite({ DATA_DIRECTORY: temp.folder });
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
  server = await startServer((request, response) => {
    if (request.url === '/lamp.png') response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    else if (request.url === '/trick.png') response.writeHead(200, { 'content-type': 'image/png' }).end('<script>alert(1)</script>');
    else response.writeHead(404).end();
  });
  site.network = {
    resolve: async (host) => (host === 'inside.test' ? ['10.0.0.1'] : ['127.0.0.1']),
    isAllowed: (address) => address === '127.0.0.1',
    ports: new Set([server.port]),
  };
});
afterAll(async () => {
  await server.close();
  await site.close();
  temp.remove();
});

const attachment = (id: number, url: string) =>
  createWxrItem({
    title: `File ${id}`,
    guid: url,
    wp: { post_id: id, post_type: 'attachment', status: 'inherit', post_date_gmt: '2020-01-01 00:00:00', attachment_url: url },
  });
const listMedia = () => site.db.prisma.media.findMany({ orderBy: { contentId: 'asc' } });

it('Attachment files are imported only on request, and the report gives the reason for each one that is not imported', async () => {
  const urlOf = (host: string, name: string) => `http://${host}:${server.port}/${name}`;
  const urls = [
    urlOf('files.test', 'lamp.png'),
    urlOf('files.test', 'gone.png'),
    urlOf('files.test', 'trick.png'),
    urlOf('inside.test', 'lamp.png'),
    'http://files.test:1/lamp.png',
  ];
  const file = temp.file('media.xml', createWxrFile(...urls.map((url, i) => attachment(i + 1, url))));

  const first = await importFile(site, file);
  expect(server.requests).toHaveLength(0);
  expect((await listMedia()).map(({ file: key }) => key)).toEqual(urls);
  expect(first.notes.map(({ detail }) => detail)).toEqual(urls);

  const second = await importFile(site, file, { attachments: true });
  expect(second.tally['item attachment']).toEqual({ inFile: 5, imported: 0, alreadyHere: 5, skipped: 0 });
  const [lamp, ...others] = await listMedia();
  expect(lamp).toMatchObject({ mimeType: 'image/png', width: 40, height: 30, fileName: 'lamp.png' });
  expect(lamp?.file).toMatch(/^\d{4}\/\d{2}\/lamp\.png$/);
  expect(existsSync(path.join(temp.folder, 'uploads', lamp?.file ?? ''))).toBe(true);
  expect(others.map(({ file: key }) => key)).toEqual(urls.slice(1));
  expect(second.notes.map(({ detail }) => detail)).toEqual([
    `${urls[1]}: its host responded with status 404`,
    `${urls[2]}: Sorry, you are not allowed to upload this file type.`,
    `${urls[3]}: its host is not on the public internet`,
    `${urls[4]}: its port is not allowed`,
  ]);

  const requestsBefore = server.requests.length;
  await importFile(site, file, { attachments: true });
  expect(server.requests.slice(requestsBefore).map(({ url }) => url)).toEqual(['/gone.png', '/trick.png']);
});
