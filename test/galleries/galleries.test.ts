import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseBlocks, writeBlock } from '../../src/core/text/blocks.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

let site: WholeSite;
/** IDs of three pictures; the third is attached to a post. */
let pictures: number[];

beforeAll(async () => {
  site = await openWholeSite();
  const { id: authorId } = await site.user('author');
  pictures = await Promise.all(['one', 'two', 'three'].map((name) => createPicture(name, authorId)));
});
afterAll(() => site.close());

async function createPicture(name: string, authorId: number, parentId: number | null = null): Promise<number> {
  const date = new Date('2026-01-01T10:00:00Z');
  const { id } = await site.site.db.prisma.content.create({
    data: {
      kind: 'attachment',
      status: 'publish',
      title: name,
      authorId,
      parentId,
      dateLocal: date,
      modifiedLocal: date,
      modifiedUtc: date,
      media: { create: { file: `2026/01/${name}.jpg`, fileName: `${name}.jpg`, mimeType: 'image/jpeg', altText: `Alt of ${name}` } },
    },
  });
  return id;
}

const createPost = async (content: string, as: TestUserName = 'author') =>
  (await site.rest('POST', '/core/v2/posts', { body: { title: 'Summer at the lake, 2026', status: 'publish', content }, as })).body
    .id as number;
const rawOf = async (id: number) =>
  (await site.rest('GET', `/core/v2/posts/${id}`, { query: { context: 'edit' }, as: 'administrator' })).body.content.raw as string;
const convert = (route: string, body: object, as?: TestUserName) => site.rest('POST', `/gallery-convert/v1/${route}`, { body, as });
const countGalleries = () => site.site.db.prisma.gallery.count();

describe('Creating a gallery', () => {
  const images = () => [{ id: pictures[0], url: 'https://site.test/uploads/lake%20side.jpg?x=1', alt: 'The <b>lake</b>' }];

  it('stores the text of the post and leaves the post unchanged', async () => {
    const id = await createPost('before');
    const reply = await convert('convert-gallery', { postId: String(id), columns: '4', linkTarget: '_blank', images: images() }, 'author');
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        gallery_id: expect.any(Number),
        title: expect.stringMatching(new RegExp(`^Summer at the lake, -${id}-Converted-\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$`)),
        columns: '4',
        margins: 'custom',
        custom_margins: 10,
        message: expect.any(String),
      },
    ]);
    const stored = await site.site.db.prisma.gallery.findUniqueOrThrow({
      where: { id: reply.body.gallery_id },
      include: { images: true, backup: true },
    });
    expect(stored.images).toMatchObject([{ position: 0, title: 'lake side', alt: 'The lake', linkNewWindow: true, status: 'active' }]);
    expect(stored.backup).toMatchObject({
      contentId: id,
      text: 'before',
      name: expect.stringMatching(/^gallery_block_bkp_\d{4}_\d{8}_\d{6}$/),
    });
    expect(await rawOf(id)).toBe('before');
  });

  it.each([
    ['no ID', () => ({ images: images() }), 'author', 400],
    ['an invalid ID', () => ({ post_id: 'x', images: images() }), 'author', 400],
    ['no pictures', (id: number) => ({ post_id: id }), 'author', 400],
    ['a picture without address', (id: number) => ({ post_id: id, images: [{ id: 1 }] }), 'author', 400],
    ['a picture without ID', (id: number) => ({ post_id: id, images: [{ url: 'https://a.test/b.jpg' }] }), 'author', 400],
    ["another user's post", (id: number) => ({ post_id: id, images: images() }), 'author2', 403],
    ['a missing post', () => ({ post_id: 999_999, images: images() }), 'editor', 403],
  ] as const)('is refused for %s with an error message, and creates nothing', async (_case, body, as, status) => {
    const id = await createPost('text');
    const before = await countGalleries();
    const reply = await convert('convert-gallery', body(id), as);
    expect([reply.status, reply.body]).toEqual([status, { message: expect.any(String) }]);
    expect(await countGalleries()).toBe(before);
  });

  it('requires a signed-in user', async () => {
    for (const route of ['convert-gallery', 'bulk-convert', 'process-gallery'])
      expect((await convert(route, {})).body).toMatchObject({ code: 'rest_forbidden', data: { status: 401 } });
  });
});

describe('List of convertible posts', () => {
  it('contains posts with a gallery in any status except trash, newest first', async () => {
    const withBlock = await createPost('<!-- wp:gallery {"ids":[1]} --><figure></figure><!-- /wp:gallery -->');
    const withShortcode = await createPost('Look: [gallery ids="1,2"]');
    const trashed = await createPost('[gallery]');
    await site.rest('DELETE', `/core/v2/posts/${trashed}`, { as: 'administrator' });
    await createPost('the word gallery, and [gallery-map], too');
    const { body } = await convert('bulk-convert', { selected_posttype: 'post' }, 'administrator');
    expect(body.posts).toEqual([withShortcode, withBlock]);
  });

  it.each([
    [{}, 'administrator', 400],
    [{ selected_posttype: 'nothing' }, 'administrator', 404],
    [{ selected_posttype: 'tribe_events' }, 'administrator', 400],
    [{ selected_posttype: 'post' }, 'editor', 403],
  ] as const)('is refused for %j by %s: %i', async (body, as, status) => {
    const reply = await convert('bulk-convert', body, as);
    expect([reply.status, reply.body]).toEqual([status, { message: expect.any(String) }]);
  });
});

describe('Converting the galleries of a text', () => {
  it('replaces nested blocks and shortcodes, reuses a gallery for equal shortcodes, and finds nothing the second time', async () => {
    const [firstId, secondId] = pictures as [number, number];
    const image = (id: number, alt: string) =>
      `<!-- wp:image {"id":${id}} --><figure><img src="/x.jpg" alt="${alt}"/></figure><!-- /wp:image -->`;
    const gallery = `<!-- wp:gallery {"columns":2,"linkTo":"none"} --><figure>${image(firstId, 'Shore')}${image(secondId, '')}</figure><!-- /wp:gallery -->`;
    const id = await createPost(
      `A [gallery ids="${secondId},${firstId}" columns="5"] B\n<!-- wp:columns --><div>${gallery}</div><!-- /wp:columns -->\n[gallery ids="${secondId},${firstId}" columns="5"] [gallery ids="999999"]`,
    );
    const reply = await convert('process-gallery', { post_id: id }, 'author');
    expect([reply.status, reply.body]).toEqual([200, { success: expect.any(String) }]);
    const created = await site.site.db.prisma.gallery.findMany({
      where: { sourcePostId: id },
      include: { images: { orderBy: { position: 'asc' } } },
      orderBy: { id: 'asc' },
    });
    expect(created.map(({ columns, images }) => [columns, images.map(({ attachmentId, alt }) => [attachmentId, alt])])).toEqual([
      [
        '5',
        [
          [secondId, 'Alt of two'],
          [firstId, 'Alt of one'],
        ],
      ],
      [
        '2',
        [
          [firstId, 'Shore'],
          [secondId, ''],
        ],
      ],
    ]);
    const [fromShortcode, fromBlock] = created.map((gallery) => gallery.id);
    const raw = await rawOf(id);
    expect(raw.split(`[converted-gallery id='${fromShortcode}']`)).toHaveLength(3);
    expect(raw).toContain('[gallery ids="999999"]');
    const [columns] = parseBlocks(raw);
    expect(columns?.children[0]).toMatchObject({
      name: 'gallery-convert/gallery',
      attributes: { galleryId: fromBlock, columns: '2', margins: 'custom', custom_margins: 10, lazyload_enabled: true, isotope: true },
    });
    expect(raw).toContain(`[converted-gallery id='${fromBlock}']</div>`);

    const repeated = await convert('process-gallery', { post_id: id }, 'author');
    expect([repeated.status, repeated.body]).toEqual([400, { error: expect.any(String), edit_url: expect.stringContaining('http') }]);
    expect(await rawOf(id)).toBe(raw);
  });

  it('uses the addresses in the text for pictures outside of the library', async () => {
    const image = (id: number, src: string, alt: string) =>
      `<!-- wp:image {"id":${id}} --><figure><img src="${src}" alt="${alt}"/></figure><!-- /wp:image -->`;
    const images = [
      image(999998, 'https://pictures.example/lake%20side.jpg?x=1', 'Lake'),
      image(999999, 'javascript:alert(1)', 'Bad'),
      image(999997, 'https://pictures.example/%zz.jpg', 'Odd'),
      image(pictures[0] ?? 0, '/x.jpg', 'Shore'),
    ];
    const id = await createPost(`<!-- wp:gallery {"columns":2} --><figure>${images.join('')}</figure><!-- /wp:gallery -->`);
    expect((await convert('process-gallery', { post_id: id }, 'author')).status).toBe(200);
    expect(
      await site.site.db.prisma.galleryImage.findMany({
        where: { gallery: { sourcePostId: id } },
        select: { attachmentId: true, src: true, title: true, alt: true },
        orderBy: { position: 'asc' },
      }),
    ).toEqual([
      { attachmentId: 999998, src: 'https://pictures.example/lake%20side.jpg?x=1', title: 'lake side', alt: 'Lake' },
      { attachmentId: 999997, src: 'https://pictures.example/%zz.jpg', title: '%zz', alt: 'Odd' },
      { attachmentId: pictures[0], src: expect.stringContaining('/2026/01/one.jpg'), title: 'one', alt: 'Shore' },
    ]);
  });

  it('uses the addresses in the text for pictures of older blocks', async () => {
    const figure = '<figure><img src="https://pictures.example/5.jpg" data-id="999996" alt="Five"/></figure>';
    const id = await createPost(`<!-- wp:gallery {"ids":[999996,999995]} -->${figure}<!-- /wp:gallery -->`);
    expect((await convert('process-gallery', { post_id: id }, 'author')).status).toBe(200);
    const stored = await site.site.db.prisma.galleryImage.findMany({ where: { gallery: { sourcePostId: id } } });
    expect(stored).toMatchObject([{ attachmentId: 999996, src: 'https://pictures.example/5.jpg', alt: 'Five' }]);
  });

  it('uses attached pictures for a shortcode without IDs, and the text of older blocks', async () => {
    const id = await createPost('[gallery exclude="1"]');
    const { id: authorId } = await site.user('author');
    const attached = await createPicture('attached', authorId, id);
    expect((await convert('process-gallery', { post_id: id }, 'author')).status).toBe(200);
    expect(
      await site.site.db.prisma.galleryImage.findMany({ where: { gallery: { sourcePostId: id } }, select: { attachmentId: true } }),
    ).toEqual([{ attachmentId: attached }]);
    const olderPost = await createPost(
      `<!-- wp:gallery {"ids":[${pictures[2]}]} --><ul><li><img src="/a.jpg" alt="Old text" class="wp-image-${pictures[2]}"></li></ul><!-- /wp:gallery -->`,
    );
    expect((await convert('process-gallery', { post_id: olderPost }, 'author')).status).toBe(200);
    expect(
      await site.site.db.prisma.galleryImage.findMany({ where: { gallery: { sourcePostId: olderPost } }, select: { alt: true } }),
    ).toEqual([{ alt: 'Old text' }]);
  });

  it('shows the pictures over REST, GraphQL and on the page', async () => {
    const id = await createPost(`Before\n\n[gallery ids="${pictures[0]},${pictures[1]}"]\n\nAfter`);
    await convert('process-gallery', { post_id: id }, 'author');
    const { body } = await site.rest('GET', `/core/v2/posts/${id}`);
    expect(body.content.rendered).toContain('<div class="gallery gallery-columns-3"');
    expect(body.content.rendered).toContain('alt="Alt of two"');
    expect(body.content.rendered).not.toContain('[converted-gallery');
    const page = await site.http.inject({ method: 'GET', url: new URL(body.link).pathname });
    expect(page.payload).toContain('<div class="gallery gallery-columns-3"');
    expect(page.payload).toMatch(/<a href="[^"]*\/uploads\/2026\/01\/two\.jpg"><img [^>]*alt="Alt of two"/);
    const [, script = ''] = /<script src="(\/assets\/gallery-[^"]+)" defer>/.exec(page.payload) ?? [];
    expect((await site.http.inject({ url: script })).headers['content-type']).toContain('text/javascript');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    const home = await site.http.inject({ url: '/' });
    expect(home.payload).not.toContain('/assets/gallery-');
  });

  it('can be undone with one mutation', async () => {
    const text = `Old [gallery ids="${pictures[0]}"]`;
    const id = await createPost(text);
    await convert('process-gallery', { post_id: id }, 'author');
    const restore = 'mutation ($id: Int!) { restoreGalleries(contentDatabaseId: $id) { content { databaseId } } }';
    expect((await site.graphql(restore, { id }, 'author')).errors).toEqual([]);
    expect(await rawOf(id)).toBe(text);
    expect(await site.site.db.prisma.gallery.count({ where: { sourcePostId: id } })).toBe(0);
    expect((await site.graphql(restore, { id }, 'author')).errors[0]?.extensions['code']).toBe('gallery_backup_missing');
  });

  it.each([
    [{}, 400],
    [{ post_id: -3 }, 400],
    [{ post_id: 999_999 }, 400],
  ])('is refused for %j', async (body, status) => {
    const reply = await convert('process-gallery', body, 'editor');
    expect([reply.status, reply.body]).toEqual([status, { error: expect.any(String) }]);
  });

  it('is refused for posts of other users', async () => {
    const id = await createPost(`[gallery ids="${pictures[0]}"]`);
    const reply = await convert('process-gallery', { post_id: id }, 'author2');
    expect([reply.status, reply.body]).toEqual([403, { error: expect.any(String) }]);
  });
});

describe('Blocks of a text', () => {
  it('are parsed as they were written, with any attributes', () => {
    const attributes = { text: '--> <b> & "quotes" \\ --', list: [1, { deep: null }] };
    const [block] = parseBlocks(`x${writeBlock('vendor/name', attributes, '<p>--</p>')}y`);
    expect(block).toMatchObject({ name: 'vendor/name', attributes, start: 1 });
  });

  it('are ignored if never opened or never closed, but the blocks inside them are found', () => {
    const blocks = parseBlocks('<!-- wp:group --><!-- wp:image {"id":1} /--><!-- /wp:quote --><!-- wp:image {"id": --><!-- /wp:image -->');
    expect(blocks.map(({ name, attributes }) => [name, attributes])).toEqual([
      ['image', { id: 1 }],
      ['image', {}],
    ]);
  });
});
