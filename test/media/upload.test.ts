import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePost } from '../support/factories.ts';
import { createViewer } from '../../src/domains/identity/auth/viewer.ts';
import { type MediaSite, openMediaSite, createPicture } from './media-site.ts';

let site: MediaSite;
let jpeg: Buffer;
beforeAll(async () => {
  site = await openMediaSite();
  jpeg = await createPicture('jpeg');
});
afterAll(() => site.close());

const rawHeaders = (name = 'photo.jpg', type = 'image/jpeg') => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
});

async function viewerNamed(name: 'author' | 'editor') {
  const { id, login, email } = await site.user(name);
  return createViewer({ id, login, email, displayName: login, role: name, extraCapabilities: {} }, 'password');
}

describe('Uploading a file', () => {
  it('accepts a form with the part "file" and returns the item in the edit context with its URL', async () => {
    const { status, headers, body } = await site.sendForm(
      { content: jpeg, fileName: 'Sommer Fest.JPG', mimeType: 'image/jpeg' },
      { fields: { title: 'Summer', alt_text: 'A <b>tent</b>', caption: 'Cap', description: 'Desc' } },
    );
    expect(status).toBe(201);
    expect(headers['location']).toBe(`http://site.test/rest/core/v2/media/${body.id}`);
    expect(Object.keys(body)).toEqual([
      'id',
      'date',
      'date_gmt',
      'guid',
      'modified',
      'modified_gmt',
      'slug',
      'status',
      'type',
      'link',
      'title',
      'author',
      'featured_media',
      'comment_status',
      'ping_status',
      'template',
      'meta',
      'permalink_template',
      'generated_slug',
      'class_list',
      'alt_text',
      'caption',
      'description',
      'media_type',
      'mime_type',
      'media_details',
      'post',
      'source_url',
      'missing_image_sizes',
      '_links',
    ]);
    expect(body).toMatchObject({
      status: 'inherit',
      type: 'attachment',
      title: { raw: 'Summer', rendered: 'Summer' },
      alt_text: 'A tent',
      caption: { raw: 'Cap' },
      description: { raw: 'Desc' },
      media_type: 'image',
      mime_type: 'image/jpeg',
      post: null,
      missing_image_sizes: [],
      author: (await site.user('author')).id,
    });
    expect(body.media_details).toMatchObject({
      width: 640,
      height: 480,
      sizes: {
        thumbnail: { width: 150, height: 150, mime_type: 'image/jpeg' },
        medium: { width: 300, height: 225 },
        full: { width: 640, height: 480 },
      },
    });
    expect(Object.keys(body.media_details.sizes)).toEqual(['thumbnail', 'medium', 'full']);
    expect(body.source_url).toMatch(/^http:\/\/site\.test\/uploads\/\d{4}\/\d{2}\/Sommer-Fest\.jpg$/);
    expect(body.media_details.sizes.full.source_url).toBe(body.source_url);
  });

  it('accepts the file as request body if Content-Disposition names it', async () => {
    const { status, body } = await site.sendRaw(jpeg, rawHeaders(), 'author', '?title=From%20a%20camera&alt_text=x');
    expect([status, body.title.raw, body.alt_text, body.mime_type]).toEqual([201, 'From a camera', 'x', 'image/jpeg']);
  });

  it.each([
    ['attachment; filename="photo.jpg"', 'photo'],
    ['attachment; filename=photo.jpg', 'photo'],
    ['filename="photo.jpg"', 'photo'],
    ['attachment; filename="x.jpg"; filename*=UTF-8\'\'%C3%BCber%20uns.jpg', 'uber-uns'],
  ])('reads the file name from %s', async (disposition, stem) => {
    const { status, body } = await site.sendRaw(jpeg, { 'content-type': 'image/jpeg', 'content-disposition': disposition });
    expect(status).toBe(201);
    expect(body.source_url).toMatch(new RegExp(`/${stem}(-\\d+)?\\.jpg$`));
  });

  it('uses the file name as the title if none is sent', async () => {
    expect((await site.sendForm({ content: jpeg, fileName: 'Über uns (2).jpeg' })).body.title.raw).toBe('Über uns (2)');
  });

  it('attaches the file to content only for users who may edit that content', async () => {
    const post = await makePost(site.site, await viewerNamed('author'), { status: 'draft' });
    const { status, body } = await site.sendForm({ content: jpeg, fileName: 'a.jpg' }, { fields: { post: String(post.id) } });
    expect([status, body.post]).toEqual([201, post.id]);
    expect((await site.rest('GET', `/core/v2/media/${body.id}`)).body.code).toBe('rest_forbidden');
    expect((await site.rest('GET', '/core/v2/media', { query: { parent: post.id } })).body).toEqual([]);
    expect((await site.rest('GET', `/core/v2/media/${body.id}`, { as: 'editor' })).status).toBe(200);
    expect(
      (await site.sendForm({ content: jpeg, fileName: 'a.jpg' }, { as: 'author2', fields: { post: String(post.id) } })).body.code,
    ).toBe('rest_cannot_edit');
    const unknown = await site.sendForm({ content: jpeg, fileName: 'a.jpg' }, { fields: { post: '999999' } });
    expect([unknown.status, unknown.body.code, Object.keys(unknown.body.data.params)]).toEqual([400, 'rest_invalid_param', ['post']]);
  });

  it('works the same in GraphQL with a multipart request', async () => {
    const { payload, type } = graphqlForm(jpeg, 'graph.jpg');
    const { authorization } = await site.user('author');
    const response = await site.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization, 'content-type': type, 'graphql-preflight': '1' },
      payload,
    });
    expect(JSON.parse(response.payload)).toMatchObject({
      data: { uploadMedia: { mediaItem: { title: { raw: 'By graph' }, mimeType: 'image/jpeg', width: 640, altText: 'alt' } } },
    });
  });

  it('is refused in GraphQL as JSON', async () => {
    const { errors } = await site.graphql(
      'mutation ($file: Upload!) { uploadMedia(file: $file) { mediaItem { id } } }',
      { file: { fileName: 'a.jpg', content: 'x' } },
      'author',
    );
    expect(errors[0]?.message).toContain('Upload');
  });
});

function graphqlForm(content: Buffer, fileName: string): { payload: Buffer; type: string } {
  const boundary = 'graphqlboundary';
  const operations = {
    query:
      'mutation ($file: Upload!) { uploadMedia(file: $file, draft: { title: "By graph", altText: "alt" }) { mediaItem { title { raw } mimeType width altText } } }',
    variables: { file: null },
  };
  const part = (name: string, text: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const head = `${part('operations', JSON.stringify(operations))}${part('map', JSON.stringify({ 0: ['variables.file'] }))}--${boundary}\r\nContent-Disposition: form-data; name="0"; filename="${fileName}"\r\nContent-Type: image/jpeg\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

describe('An unreadable upload', () => {
  it.each([
    ['no body', Buffer.alloc(0), rawHeaders(), 400, 'rest_upload_no_data'],
    ['no Content-Disposition', Buffer.from('x'), { 'content-type': 'image/jpeg' }, 400, 'rest_upload_no_content_disposition'],
    [
      'a Content-Disposition without a name',
      Buffer.from('x'),
      { 'content-type': 'image/jpeg', 'content-disposition': 'attachment' },
      400,
      'rest_upload_invalid_disposition',
    ],
    [
      'a wrong digest',
      Buffer.from('x'),
      { ...rawHeaders(), 'content-md5': 'd41d8cd98f00b204e9800998ecf8427e' },
      412,
      'rest_upload_hash_mismatch',
    ],
  ])('is refused with its own code: %s', async (_what, content, headers, status, code) => {
    const reply = await site.sendRaw(content, headers);
    expect([reply.status, reply.body.code, reply.body.data.status]).toEqual([status, code, status]);
  });

  it('is refused without a content type', async () => {
    const { authorization } = await site.user('author');
    const response = await site.http.inject({
      method: 'POST',
      url: '/rest/core/v2/media',
      headers: { authorization, 'content-disposition': 'attachment; filename=a.jpg' },
      payload: jpeg,
    });
    expect([response.statusCode, response.json().code]).toEqual([400, 'rest_upload_no_content_type']);
  });

  it('is accepted with a correct digest in either format', async () => {
    const md5 = createHash('md5').update(jpeg).digest();
    for (const digest of [md5.toString('hex'), md5.toString('base64')])
      expect((await site.sendRaw(jpeg, { ...rawHeaders(), 'content-md5': digest })).status).toBe(201);
  });

  it('is refused as empty if no part is called "file"', async () => {
    const reply = await site.sendForm({ content: jpeg, fileName: 'a.jpg', part: 'upload' });
    expect([reply.status, reply.body.code]).toEqual([400, 'rest_upload_no_data']);
  });

  it('is refused before it is read if the user may not upload', async () => {
    const anonymous = await site.http.inject({ method: 'POST', url: '/rest/core/v2/media' });
    expect([anonymous.statusCode, anonymous.json().code]).toEqual([401, 'rest_cannot_create']);
    const contributor = await site.sendForm({ content: jpeg, fileName: 'a.jpg' }, { as: 'contributor' });
    expect([contributor.status, contributor.body.code]).toEqual([403, 'rest_cannot_create']);
  });
});

describe('An uploaded image', () => {
  it.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('is encoded again as %s', async (format) => {
    const original = await createPicture(format, 320, 200);
    const { status, body } = await site.sendForm({ content: original, fileName: `a.${format}` });
    expect([status, body.mime_type]).toEqual([201, `image/${format}`]);
    const stored = await site.fetchFile(body.source_url);
    const { width, height } = await sharp(stored.content).metadata();
    expect([width, height, stored.headers['content-type']]).toEqual([320, 200, `image/${format}`]);
  });

  it('loses its camera metadata, including the position, and is rotated upright', async () => {
    const exif = {
      IFD0: { Copyright: 'SECRET-NAME', Artist: 'SECRET-NAME' },
      IFD3: { GPSLatitude: '48/1 12/1 30/1', GPSLatitudeRef: 'N', GPSLongitude: '16/1 22/1 0/1', GPSLongitudeRef: 'E' },
    };
    const original = await sharp(await createPicture('jpeg', 400, 200))
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(original).metadata()).exif?.toString('latin1')).toContain('SECRET-NAME');
    const { body } = await site.sendForm({ content: original, fileName: 'gps.jpg' });
    expect([body.media_details.width, body.media_details.height]).toEqual([200, 400]);
    for (const size of Object.values(body.media_details.sizes) as { source_url: string }[]) {
      const { content } = await site.fetchFile(size.source_url);
      const { exif: left, xmp, iptc, orientation } = await sharp(content).metadata();
      expect([left, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
      expect(content.toString('latin1')).not.toContain('SECRET-NAME');
    }
  });

  it('stays animated, with still renditions', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
        sharp({ create: { width: 400, height: 300, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const original = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer();
    const { body } = await site.sendForm({ content: original, fileName: 'moving.gif' });
    expect([body.media_details.width, body.media_details.height]).toEqual([400, 300]);
    expect((await sharp((await site.fetchFile(body.source_url)).content, { animated: true }).metadata()).pages).toBe(3);
    expect(
      (await sharp((await site.fetchFile(body.media_details.sizes.medium.source_url)).content, { animated: true }).metadata()).pages ?? 1,
    ).toBe(1);
  });

  it('has every rendition that is smaller than the image itself', async () => {
    const { body } = await site.sendForm({ content: await createPicture('png', 2200, 1100), fileName: 'wide.png' });
    const sizes = Object.entries(body.media_details.sizes as Record<string, { width: number; height: number }>).map(
      ([name, { width, height }]) => [name, width, height],
    );
    expect(sizes).toEqual([
      ['thumbnail', 150, 150],
      ['medium', 300, 150],
      ['medium_large', 768, 384],
      ['large', 1024, 512],
      ['1536x1536', 1536, 768],
      ['2048x2048', 2048, 1024],
      ['full', 2200, 1100],
    ]);
  });
});

describe('A media item', () => {
  it('can be changed without changing its file', async () => {
    const { body: item } = await site.sendForm({ content: jpeg, fileName: 'a.jpg' });
    const changed = await site.rest('PATCH', `/core/v2/media/${item.id}`, {
      as: 'author',
      body: { title: 'New', alt_text: 'Alt', caption: '<em>Cap</em><script>x</script>', description: { raw: 'D' } },
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      title: { raw: 'New' },
      alt_text: 'Alt',
      caption: { raw: '<em>Cap</em>x' },
      description: { raw: 'D' },
      source_url: item.source_url,
    });
    expect((await site.rest('PATCH', `/core/v2/media/${item.id}`, { as: 'author2', body: { title: 'x' } })).body.code).toBe(
      'rest_cannot_edit',
    );
    expect((await site.rest('PATCH', `/core/v2/media/${item.id}`, { body: { title: 'x' } })).status).toBe(401);
  });

  it('is deleted permanently, with its renditions and references', async () => {
    const before = await site.storedFiles();
    const { body: item } = await site.sendForm({ content: jpeg, fileName: 'gone.jpg' });
    expect((await site.storedFiles()).length).toBe(before.length + 5);
    const post = await site.rest('POST', '/core/v2/posts', { as: 'author', body: { title: 'With image', featured_media: item.id } });
    const withoutForce = await site.rest('DELETE', `/core/v2/media/${item.id}`, { as: 'author' });
    expect([withoutForce.status, withoutForce.body.code]).toEqual([501, 'rest_trash_not_supported']);
    expect((await site.rest('DELETE', `/core/v2/media/${item.id}`)).status).toBe(401);
    const deleted = await site.rest('DELETE', `/core/v2/media/${item.id}`, { as: 'author', query: { force: true } });
    expect([deleted.status, deleted.body.deleted, deleted.body.previous.id, deleted.body.previous.source_url]).toEqual([
      200,
      true,
      item.id,
      item.source_url,
    ]);
    expect(await site.storedFiles()).toEqual(before);
    expect((await site.fetchFile(item.source_url)).status).toBe(404);
    expect((await site.rest('GET', `/core/v2/media/${item.id}`)).body.code).toBe('rest_post_invalid_id');
    expect((await site.rest('GET', `/core/v2/posts/${post.body.id}`, { as: 'author' })).body.featured_media).toBe(0);
  });

  it('is listed by media type, MIME type, parent and search text', async () => {
    const { body: image } = await site.sendForm(
      { content: await createPicture('webp', 50, 50), fileName: 'zebra.webp' },
      { fields: { title: 'Zebracrossing' } },
    );
    const ids = async (query: string) =>
      (await site.rest('GET', '/core/v2/media', { query: `per_page=100&${query}` })).body.map(({ id }: { id: number }) => id);
    expect(await ids('media_type=image')).toContain(image.id);
    expect(await ids('media_type=audio,video')).toEqual([]);
    expect(await ids('mime_type=image/webp')).toContain(image.id);
    expect(await ids('mime_type=application/pdf')).not.toContain(image.id);
    expect(await ids('search=zebracross')).toEqual([image.id]);
    expect(await ids('parent=0')).toContain(image.id);
    expect((await site.rest('GET', '/core/v2/media', { query: 'per_page=1&page=2' })).headers['x-wp-totalpages']).toMatch(/^\d+$/);
  });

  it('needs at most three SQL statements in a list: page, files, parents', async () => {
    const measure = async (query: string) => {
      site.statements.length = 0;
      await site.rest('GET', '/core/v2/media', { query });
      return site.statements.length;
    };
    expect((await site.rest('GET', '/core/v2/media', { query: 'per_page=100' })).body.length).toBeGreaterThan(10);
    expect(await measure('per_page=100')).toBeLessThanOrEqual(3);
  });

  it('is embedded in a post as its featured image, and the post links to its files', async () => {
    const { body: item } = await site.sendForm({ content: jpeg, fileName: 'featured.jpg' });
    const { body: post } = await site.rest('POST', '/core/v2/posts', {
      as: 'author',
      body: { title: 'Shown', status: 'publish', featured_media: item.id },
    });
    const { body } = await site.rest('GET', `/core/v2/posts/${post.id}`, { query: '_embed=core:featuredmedia' });
    expect(body._embedded['core:featuredmedia'][0]).toMatchObject({ id: item.id, source_url: item.source_url, media_type: 'image' });
    expect(body._links['core:attachment'][0].href).toBe(`http://site.test/rest/core/v2/media?parent=${post.id}`);
  });

  it('is not linked from its post for viewers who may not see it', async () => {
    const { body: draft } = await site.rest('POST', '/core/v2/posts', { as: 'author', body: { title: 'Not yet' } });
    const { body: item } = await site.sendForm({ content: jpeg, fileName: 'hidden.jpg' }, { fields: { post: String(draft.id) } });
    const { body: post } = await site.rest('POST', '/core/v2/posts', {
      as: 'author',
      body: { title: 'Shown', status: 'publish', featured_media: item.id },
    });
    const linksFor = async (as?: 'author') =>
      (await site.rest('GET', `/core/v2/posts/${post.id}`, as ? { as } : {})).body._links['core:featuredmedia'];
    expect(await linksFor()).toBeUndefined();
    expect(await linksFor('author')).toEqual([{ href: `http://site.test/rest/core/v2/media/${item.id}`, embeddable: true }]);
  });
});
