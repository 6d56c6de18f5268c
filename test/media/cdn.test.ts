import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvent } from '../support/event.ts';
import { createFormBody, type MediaSite, openMediaSite, createPicture } from './media-site.ts';
import { type FakeS3, startFakeS3 } from './s3-fake.ts';

const CDN = 'https://cdn.example.org/site-1';

let s3: FakeS3;
let site: MediaSite;
let jpeg: Buffer;
beforeAll(async () => {
  s3 = await startFakeS3();
  site = await openMediaSite({
    UPLOADS_STORE: 's3://pictures',
    UPLOADS_URL: `${CDN}/`,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: 'fake-key',
    S3_SECRET_ACCESS_KEY: 'fake-secret',
  });
  jpeg = await createPicture('jpeg');
});
afterAll(async () => {
  await site.close();
  await s3.close();
});

describe('File URLs with a CDN', () => {
  it('point to the CDN in REST, GraphQL and pages, with the path of the file in the store', async () => {
    const { status, body } = await site.sendForm({ content: jpeg, fileName: 'stage.jpg' });
    expect(status).toBe(201);
    const sizes = Object.values(body.media_details.sizes as Record<string, { source_url: string }>).map(({ source_url }) => source_url);
    const urls = [body.source_url as string, ...sizes];
    expect(urls.length).toBeGreaterThan(2);
    for (const url of urls) {
      expect(url.startsWith(`${CDN}/`)).toBe(true);
      expect(s3.objects.has(`pictures/${url.slice(CDN.length + 1)}`)).toBe(true);
    }
    // the guid stays on the site
    expect(body.guid.rendered).toContain(site.site.config.siteUrl);
    const { data } = await site.graphql('query($id: Int!) { mediaItem(id: $id) { sourceUrl } }', { id: body.id });
    expect(data.mediaItem.sourceUrl).toBe(body.source_url);
    const redirect = await site.http.inject({ url: new URL(body.link).pathname + new URL(body.link).search });
    expect(redirect.headers.location).toBe(body.source_url);
    const post = await site.rest('POST', '/core/v2/posts', {
      as: 'editor',
      body: { title: 'Shown', status: 'publish', featured_media: body.id },
    });
    const page = await site.http.inject({ url: new URL(post.body.link).pathname + new URL(post.body.link).search });
    expect(page.payload).toContain(body.source_url);
    expect(page.headers['content-security-policy']).toMatch(/img-src [^;]*https:/);
    const signIn = await site.http.inject({ url: '/sign-in' });
    expect(signIn.headers['content-security-policy']).toMatch(/img-src 'self' https:\/\/cdn\.example\.org data:/);

    // the site still serves the files, so that a CDN can fetch them
    const file = await site.http.inject({ url: `/uploads/${body.source_url.slice(CDN.length + 1)}` });
    expect([
      file.statusCode,
      file.headers['content-type'],
      file.rawPayload.equals(s3.objects.get(`pictures/${body.source_url.slice(CDN.length + 1)}`)!.content),
    ]).toEqual([200, 'image/jpeg', true]);
  });

  it('are recognized in input, as are URLs of the site', async () => {
    const { body } = await site.sendForm({ content: jpeg, fileName: 'known.jpg' });
    const key = body.source_url.slice(CDN.length + 1);
    for (const src of [body.source_url, `${site.site.config.siteUrl}/uploads/${key}`]) {
      const edited = await site.rest('POST', `/core/v2/media/${body.id}/edit`, {
        as: 'author',
        body: { src, modifiers: [{ type: 'rotate', args: { angle: 90 } }] },
      });
      expect(edited.status).toBe(201);
      const { image } = await makeEvent(site, { image: src }, 'editor');
      expect([image.id, image.url]).toEqual([body.id, body.source_url]);
    }
  });
});

describe('An unavailable bucket', () => {
  const internals = () => new RegExp(`${new URL(s3.endpoint).host}|pictures|ECONN|fake-key|Broken`);

  it('causes a 503 with Retry-After, and the response does not reveal the storage', async () => {
    const { body } = await site.sendForm({ content: jpeg, fileName: 'lost.jpg' });
    const [items, names] = [await site.countItems(), await site.site.db.prisma.uploadName.count()];
    s3.fail(true);
    const { payload, type } = createFormBody({ content: jpeg, fileName: 'a.jpg' });
    const form = payload.toString('latin1');
    const boundary = /boundary=(.*)$/.exec(type)![1]!;
    const operations = JSON.stringify({
      query: 'mutation($file: Upload!) { uploadMedia(file: $file) { mediaItem { id } } }',
      variables: { file: null },
    });
    const part = (name: string, text: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
    const graphql = Buffer.from(
      part('operations', operations) + part('map', '{"0":["variables.file"]}') + form.replace('name="file"', 'name="0"'),
      'latin1',
    );
    const { authorization } = await site.user('author');
    const key = body.source_url.slice(CDN.length + 1);

    const upload = await site.sendForm({ content: jpeg, fileName: 'refused.jpg' });
    expect([upload.status, upload.body.code, upload.body.data.status]).toEqual([503, 'service_unavailable', 503]);
    const edit = await site.rest('POST', `/core/v2/media/${body.id}/edit`, {
      as: 'author',
      body: { src: body.source_url, modifiers: [{ type: 'rotate', args: { angle: 90 } }] },
    });
    expect([edit.status, edit.body.code]).toEqual([503, 'service_unavailable']);
    const mutation = await site.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization, 'content-type': type, 'graphql-preflight': '1' },
      payload: graphql,
    });
    expect([mutation.statusCode, JSON.parse(mutation.payload).errors[0].extensions]).toEqual([
      503,
      { code: 'service_unavailable', status: 503 },
    ]);
    const file = await site.http.inject({ url: `/uploads/${key}` });
    expect([file.statusCode, file.headers['cache-control']]).toEqual([503, 'no-cache']);

    const responses = [upload, edit, { text: mutation.payload, headers: mutation.headers }, { text: file.payload, headers: file.headers }];
    for (const { text, headers } of responses) {
      expect(text).not.toMatch(internals());
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    // the operator finds the cause in the log
    expect(site.logged.join()).toContain('the bucket of uploads cannot be used');
    s3.fail(false);
    expect([await site.countItems(), await site.site.db.prisma.uploadName.count()]).toEqual([items, names]);
    expect((await site.http.inject({ url: `/uploads/${key}` })).statusCode).toBe(200);
  });

  it('causes a 503 as well if nothing listens at its address', async () => {
    const { body } = await site.sendForm({ content: jpeg, fileName: 'gone.jpg' });
    await s3.close();
    const file = await site.http.inject({ url: `/uploads/${body.source_url.slice(CDN.length + 1)}` });
    expect([file.statusCode, internals().test(file.payload)]).toEqual([503, false]);
    expect((await site.sendForm({ content: jpeg, fileName: 'refused.jpg' })).status).toBe(503);
  });
});
