import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUserName } from '../support/site.ts';
import { type MediaSite, openMediaSite } from './media-site.ts';

let site: MediaSite;
let photo: { id: number; source_url: string };
beforeAll(async () => {
  site = await openMediaSite();
  const quarters = [
    { color: '#ff0000', left: 0, top: 0 },
    { color: '#00ff00', left: 200, top: 0 },
    { color: '#0000ff', left: 0, top: 100 },
    { color: '#ffffff', left: 200, top: 100 },
  ];
  const content = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#000000' } })
    .composite(
      quarters.map(({ color, left, top }) => ({
        input: { create: { width: 200, height: 100, channels: 3, background: color } },
        left,
        top,
      })),
    )
    .png()
    .toBuffer();
  const fields = { title: 'Quarters', alt_text: 'Four colors', caption: 'A caption', description: 'A description' };
  photo = (await site.sendForm({ content, fileName: 'quarters.png' }, { fields })).body;
});
afterAll(() => site.close());

const edit = (body: object, as: TestUserName | undefined = 'author', id = photo.id) =>
  site.rest('POST', `/core/v2/media/${id}/edit`, { as, body: { src: photo.source_url, ...body } });

/** Returns the color at the center of each quarter of an image: upper left, upper right, lower left, lower right. */
async function quartersOf(url: string): Promise<string[]> {
  const { data, info } = await sharp((await site.fetchFile(url)).content)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colorAt = (x: number, y: number) => {
    const start = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * 3;
    return data.subarray(start, start + 3).toString('hex');
  };
  return [colorAt(0.25, 0.25), colorAt(0.75, 0.25), colorAt(0.25, 0.75), colorAt(0.75, 0.75)];
}
const [red, green, blue, white] = ['ff0000', '00ff00', '0000ff', 'ffffff'];

describe('Editing an image', () => {
  it('creates a new item with the metadata of the original, which stays unchanged', async () => {
    const { status, body, headers } = await edit({ modifiers: [{ type: 'rotate', args: { angle: 90 } }], caption: 'Turned' });
    expect([status, headers['location']]).toEqual([201, `http://site.test/rest/core/v2/media/${body.id}`]);
    expect(body.id).not.toBe(photo.id);
    expect(body).toMatchObject({
      title: { raw: 'Quarters' },
      alt_text: 'Four colors',
      caption: { raw: 'Turned' },
      description: { raw: 'A description' },
      post: null,
      author: (await site.user('author')).id,
      media_details: { width: 200, height: 400 },
    });
    expect(body.source_url).toMatch(/\/quarters-edited\.png$/);
    expect(await quartersOf(body.source_url)).toEqual([blue, red, white, green]);
    expect(await quartersOf(photo.source_url)).toEqual([red, green, blue, white]);
    expect(Object.keys(body.media_details.sizes)).toEqual(['thumbnail', 'medium', 'full']);
    const second = await site.rest('POST', `/core/v2/media/${body.id}/edit`, {
      as: 'author',
      body: { src: body.source_url, rotation: 90 },
    });
    expect(second.body.source_url).toMatch(/\/quarters-edited-1\.png$/);
  });

  it.each([
    [
      'flips the image',
      { modifiers: [{ type: 'flip', args: { flip: { horizontal: true, vertical: false } } }] },
      [green, red, white, blue],
      [400, 200],
    ],
    [
      'crops the image',
      { modifiers: [{ type: 'crop', args: { left: 50, top: '0', width: 50, height: 100 } }] },
      [green, green, white, white],
      [200, 200],
    ],
    [
      'crops, then rotates the image',
      {
        modifiers: [
          { type: 'crop', args: { left: 0, top: 0, width: 100, height: 50 } },
          { type: 'rotate', args: { angle: -90 } },
        ],
      },
      [green, green, red, red],
      [100, 400],
    ],
    [
      'rotates and crops with the old parameters',
      { rotation: 180, x: 0, y: 0, width: 50, height: 50 },
      [white, white, white, white],
      [200, 100],
    ],
  ])('%s', async (_name, body, quarters, [width, height]) => {
    const edited = await edit(body);
    expect(edited.status).toBe(201);
    expect(await quartersOf(edited.body.source_url)).toEqual(quarters);
    expect(edited.body.media_details).toMatchObject({ width, height });
  });

  it('accepts the URL of a rendition, and refuses the URL of another image', async () => {
    const sizes = (await site.rest('GET', `/core/v2/media/${photo.id}`)).body.media_details.sizes;
    expect((await edit({ src: sizes.medium.source_url, rotation: 5 })).status).toBe(201);
    const other = await edit({ src: 'http://site.test/uploads/2026/01/other.png', rotation: 5 });
    expect([other.status, other.body.code]).toEqual([404, 'rest_unknown_attachment']);
  });

  it.each([
    [{}, 400, 'rest_image_not_edited'],
    [{ x: 1, y: 1, width: 10 }, 400, 'rest_image_not_edited'],
    [{ modifiers: [] }, 400, 'rest_invalid_param'],
    [{ modifiers: [{ type: 'flip' }] }, 400, 'rest_invalid_param'],
    [{ modifiers: [{ type: 'blur', args: { angle: 1 } }] }, 400, 'rest_invalid_param'],
    [{ rotation: 360 }, 400, 'rest_invalid_param'],
    [{ x: 101 }, 400, 'rest_invalid_param'],
    [{ modifiers: [{ type: 'crop', args: { left: 100, top: 0, width: 10, height: 10 } }] }, 400, 'rest_image_crop_failed'],
    [{ modifiers: Array.from({ length: 21 }, () => ({ type: 'rotate', args: { angle: 1 } })) }, 400, 'rest_too_many_items'],
    [{ modifiers: [{ type: 'rotate', args: { angle: 1 } }], post: 99999 }, 400, 'rest_invalid_param'],
  ])('with %j is refused', async (body, status, code) => {
    const before = await site.storedFiles();
    const refused = await edit(body);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect(await site.storedFiles()).toEqual(before);
  });

  it('requires the rights to upload and to edit the file', async () => {
    const editAs = async (as?: TestUserName, id = photo.id) => {
      const { status, body } = await site.rest('POST', `/core/v2/media/${id}/edit`, { as, body: { src: photo.source_url, rotation: 90 } });
      return [status, body.code];
    };
    expect(await editAs()).toEqual([401, 'rest_cannot_edit_image']);
    expect(await editAs('contributor')).toEqual([403, 'rest_cannot_edit_image']);
    expect(await editAs('author2')).toEqual([403, 'rest_cannot_edit']);
    expect(await editAs('author', 99999)).toEqual([404, 'rest_post_invalid_id']);
    expect((await site.rest('POST', `/core/v2/media/${photo.id}/edit`, { as: 'author', body: {} })).body.code).toBe(
      'rest_missing_callback_param',
    );
  });

  it('is refused for files that are not images', async () => {
    const content = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF');
    const { body } = await site.sendForm({ content, fileName: 'menu.pdf' });
    const refused = await site.rest('POST', `/core/v2/media/${body.id}/edit`, {
      as: 'author',
      body: { src: body.source_url, rotation: 90 },
    });
    expect([refused.status, refused.body.code]).toEqual([400, 'rest_cannot_edit_file_type']);
  });

  it('cannot enlarge an image beyond the maximum size', async () => {
    const large = await sharp({ create: { width: 2500, height: 2500, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const { body } = await site.sendForm({ content: large, fileName: 'large.png' });
    const rotated = await site.rest('POST', `/core/v2/media/${body.id}/edit`, {
      as: 'author',
      // each rotation needs a canvas with twice the pixels
      body: { src: body.source_url, modifiers: Array.from({ length: 4 }, () => ({ type: 'rotate', args: { angle: 45 } })) },
    });
    expect([rotated.status, rotated.body.code]).toEqual([400, 'rest_upload_file_too_big']);
  });

  it('works in GraphQL', async () => {
    const source = `mutation ($id: Int!) {
      editImage(id: $id, edits: [{ flip: { horizontal: false, vertical: true } }], draft: { title: "Upside down" }) { mediaItem {
        databaseId title { raw } altText sourceUrl width height
      } }
    }`;
    const { data, errors } = await site.graphql(source, { id: photo.id }, 'author');
    expect(errors).toEqual([]);
    expect(data.editImage.mediaItem).toMatchObject({ title: { raw: 'Upside down' }, altText: 'Four colors', width: 400, height: 200 });
    expect(await quartersOf(data.editImage.mediaItem.sourceUrl)).toEqual([blue, white, red, green]);
  });
});

describe('Missing renditions', () => {
  const readItem = async () => (await site.rest('GET', `/core/v2/media/${photo.id}`, { as: 'author', query: 'context=edit' })).body;
  const postProcess = (as: TestUserName | undefined, body: object = { action: 'create-image-subsizes' }) =>
    site.rest('POST', `/core/v2/media/${photo.id}/post-process`, { as, body });

  it('are listed and created', async () => {
    const sizes = (await readItem()).media_details.sizes;
    const { thumbnail: _thumbnail, ...remaining } = (await site.site.db.prisma.media.findUniqueOrThrow({ where: { contentId: photo.id } }))
      .sizes as Record<string, object>;
    await site.site.db.prisma.media.update({ where: { contentId: photo.id }, data: { sizes: remaining } });
    expect((await readItem()).missing_image_sizes).toEqual(['thumbnail']);
    const { status, body } = await postProcess('author');
    expect(status).toBe(200);
    expect([body.missing_image_sizes, body.media_details.sizes]).toEqual([[], sizes]);
    expect((await site.fetchFile(body.media_details.sizes.thumbnail.source_url)).status).toBe(200);
  });

  it('can be created by users who may edit the file', async () => {
    expect([(await postProcess(undefined)).body.code, (await postProcess('author2')).body.code]).toEqual([
      'rest_cannot_edit',
      'rest_cannot_edit',
    ]);
    expect((await postProcess('author', { action: 'other' })).body.code).toBe('rest_invalid_param');
    expect((await postProcess('author', {})).body.code).toBe('rest_missing_callback_param');
  });
});

it('The rendered description of a file starts with the file, for old clients', async () => {
  const { body } = await site.rest('GET', `/core/v2/media/${photo.id}`);
  const { source_url: full, media_details: details, description } = body;
  const medium = details.sizes.medium.source_url;
  expect(description.rendered).toBe(
    `<p class="attachment"><a href="${full}"><img loading="lazy" decoding="async" width="300" height="150" src="${medium}" class="attachment-medium size-medium" alt="Four colors" srcset="${medium} 300w, ${full} 400w" sizes="(max-width: 300px) 100vw, 300px"></a></p>\n<p>A description</p>\n`,
  );
  const { data } = await site.graphql('query ($id: Int!) { mediaItem(id: $id) { body { rendered } } }', { id: photo.id });
  expect(data.mediaItem.body.rendered).toBe('<p>A description</p>\n');
});
