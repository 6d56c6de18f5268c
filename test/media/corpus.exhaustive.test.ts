import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isKey } from '../../src/domains/media/stores/file-store.ts';
import { type MediaSite, openMediaSite, createPicture, type SentFile } from './media-site.ts';

let site: MediaSite;
beforeAll(async () => {
  site = await openMediaSite();
  await site.user('author');
});
afterAll(() => site.close());

/** Sends a file and returns whether anything of it was stored. */
async function send(file: SentFile) {
  const before = [await site.storedFiles(), await site.countItems()];
  const reply = await site.sendForm(file);
  const after = [await site.storedFiles(), await site.countItems()];
  return { ...reply, isUnchanged: JSON.stringify(before) === JSON.stringify(after) };
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** Returns a PNG with these dimensions, bit depth and color type in its header, and with this image data. */
function png(width: number, height: number, [bitDepth, colorType]: [number, number], data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colorType], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a PNG that claims these dimensions and contains almost no data. */
const hugePng = (width: number, height: number) => png(width, height, [8, 2], deflateSync(Buffer.alloc(1000)));

/** Returns a single-color PNG with a small file size and large dimensions: a decompression bomb. */
const bombPng = (side: number) => png(side, side, [1, 0], deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 }));

const script = '<script>alert(1)</script>';
const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="alert(1)">${script}<image href="http://169.254.169.254/latest"/></svg>`;
const php = '<?php system($_GET["c"]); ?>';
const text = (content: string): Buffer => Buffer.from(content);

describe('An unsupported upload is refused and leaves nothing stored', () => {
  it.each<[string, () => SentFile | Promise<SentFile>, string]>([
    [
      'an HTML page named as an image',
      () => ({ content: text(`<!doctype html>${script}`), fileName: 'a.jpg', mimeType: 'image/jpeg' }),
      'rest_upload_sideload_error',
    ],
    ['a script', () => ({ content: text(php), fileName: 'shell.php', mimeType: 'image/png' }), 'rest_upload_sideload_error'],
    ['an SVG with a script', () => ({ content: text(svg), fileName: 'a.svg', mimeType: 'image/svg+xml' }), 'rest_upload_sideload_error'],
    [
      'an SVG with a script named as a PNG',
      () => ({ content: text(svg), fileName: 'a.png', mimeType: 'image/png' }),
      'rest_upload_sideload_error',
    ],
    [
      'an image with the name of a script',
      async () => ({ content: await createPicture('png', 9, 9), fileName: 'shell.php' }),
      'rest_upload_sideload_error',
    ],
    [
      'an image with the name of a page',
      async () => ({ content: await createPicture('gif', 9, 9), fileName: 'index.html' }),
      'rest_upload_sideload_error',
    ],
    [
      'an image sent with the type of a page',
      async () => ({ content: await createPicture('jpeg', 9, 9), fileName: 'a.jpg', mimeType: 'text/html' }),
      'rest_upload_sideload_error',
    ],
    [
      'a document named as an image',
      () => ({ content: text('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'), fileName: 'a.jpg', mimeType: 'image/jpeg' }),
      'rest_upload_sideload_error',
    ],
    ['a program', () => ({ content: Buffer.concat([text('MZ'), Buffer.alloc(500)]), fileName: 'a.png' }), 'rest_upload_sideload_error'],
    [
      'an archive',
      () => ({
        content: Buffer.concat([Buffer.from('504b0304140000000000', 'hex'), Buffer.alloc(100)]),
        fileName: 'a.zip',
        mimeType: 'application/zip',
      }),
      'rest_upload_sideload_error',
    ],
    [
      'a GIF header before a script',
      () => ({ content: text(`GIF89a/*${php}*/=1;alert(1)`), fileName: 'a.gif', mimeType: 'image/gif' }),
      'rest_upload_sideload_error',
    ],
    ['only a PNG header', () => ({ content: Buffer.from('89504e470d0a1a0a', 'hex'), fileName: 'a.png' }), 'rest_upload_sideload_error'],
    [
      'a truncated JPEG',
      async () => ({ content: (await createPicture('jpeg', 800, 600)).subarray(0, 900), fileName: 'a.jpg' }),
      'rest_upload_sideload_error',
    ],
    [
      'a truncated PNG',
      async () => {
        const whole = await createPicture('png', 300, 300);
        return { content: whole.subarray(0, whole.length >> 1), fileName: 'a.png' };
      },
      'rest_upload_sideload_error',
    ],
    [
      'a truncated WebP',
      async () => {
        const whole = await createPicture('webp', 300, 300);
        return { content: whole.subarray(0, whole.length >> 1), fileName: 'a.webp' };
      },
      'rest_upload_sideload_error',
    ],
    [
      'a truncated AVIF',
      async () => {
        const whole = await createPicture('avif', 100, 100);
        return { content: whole.subarray(0, whole.length - 40), fileName: 'a.avif' };
      },
      'rest_upload_sideload_error',
    ],
    ['a truncated PDF', () => ({ content: text(`%PDF-1.7\n${'x'.repeat(5000)}`), fileName: 'a.pdf' }), 'rest_upload_sideload_error'],
    [
      'an image that claims a width of 60,000 pixels',
      () => ({ content: hugePng(60_000, 60_000), fileName: 'a.png' }),
      'rest_upload_file_too_big',
    ],
    ['an image with one line that is too long', () => ({ content: hugePng(40_000, 1), fileName: 'a.png' }), 'rest_upload_file_too_big'],
    ['a small file with huge dimensions', () => ({ content: bombPng(12_000), fileName: 'bomb.png' }), 'rest_upload_file_too_big'],
    [
      'an animation with too many pixels in all frames',
      async () => {
        const frame = (background: string) =>
          sharp({ create: { width: 2000, height: 2000, channels: 3, background } })
            .png()
            .toBuffer();
        const frames = [await frame('#fff'), await frame('#000')] as const;
        return {
          content: await sharp(
            Array.from({ length: 14 }, (_, i) => frames[i % 2 ? 1 : 0]),
            { join: { animated: true } },
          )
            .webp({ effort: 0 })
            .toBuffer(),
          fileName: 'film.webp',
        };
      },
      'rest_upload_file_too_big',
    ],
    [
      'a TIFF',
      async () => ({
        content: await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
          .tiff()
          .toBuffer(),
        fileName: 'a.tiff',
        mimeType: 'image/tiff',
      }),
      'rest_upload_image_type_not_supported',
    ],
    [
      'a BMP',
      () => ({ content: Buffer.concat([text('BM'), Buffer.alloc(100)]), fileName: 'a.bmp', mimeType: 'image/bmp' }),
      'rest_upload_image_type_not_supported',
    ],
  ])('%s', async (_what, make, code) => {
    const { status, body, isUnchanged } = await send(await make());
    expect([status, body.code, isUnchanged]).toEqual([400, code, true]);
  });

  it('an upload with a truncated body', async () => {
    const { authorization } = await site.user('author');
    const before = await site.countItems();
    const payload = text(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8\xff\xe0abc',
    );
    const response = await site.http.inject({
      method: 'POST',
      url: '/rest/core/v2/media',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
      payload,
    });
    expect([response.statusCode, await site.countItems()]).toEqual([400, before]);
  });
});

describe('An image with hidden content becomes harmless', () => {
  const hidden = `${script}${php}`;

  it.each<[string, () => Promise<Buffer>, string]>([
    ['after its end (JPEG)', async () => Buffer.concat([await createPicture('jpeg', 60, 40), text(hidden)]), 'a.jpg'],
    ['after its end (PNG)', async () => Buffer.concat([await createPicture('png', 60, 40), text(hidden)]), 'a.png'],
    ['after its end (GIF)', async () => Buffer.concat([await createPicture('gif', 60, 40), text(hidden)]), 'a.gif'],
    [
      'after its end: an archive (JPEG)',
      async () => Buffer.concat([await createPicture('jpeg', 60, 40), Buffer.from('504b0304', 'hex'), text(hidden)]),
      'a.jpg',
    ],
    [
      'in a comment (JPEG)',
      async () => {
        const whole = await createPicture('jpeg', 60, 40);
        const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, hidden.length + 2]), text(hidden)]);
        return Buffer.concat([whole.subarray(0, 2), comment, whole.subarray(2)]);
      },
      'a.jpg',
    ],
    [
      'in a text chunk (PNG)',
      async () => {
        const whole = await createPicture('png', 60, 40);
        return Buffer.concat([whole.subarray(0, 33), pngChunk('tEXt', text(`Comment\0${hidden}`)), whole.subarray(33)]);
      },
      'a.png',
    ],
  ])('%s', async (_where, make, fileName) => {
    const content = await make();
    expect(content.includes(script)).toBe(true);
    const { status, body } = await send({ content, fileName });
    expect(status).toBe(201);
    for (const { source_url: url } of Object.values(body.media_details.sizes) as { source_url: string }[]) {
      const stored = (await site.fetchFile(url)).content;
      expect([stored.includes('<script'), stored.includes('<?php'), stored.includes(Buffer.from('504b0304', 'hex'))]).toEqual([
        false,
        false,
        false,
      ]);
    }
  });
});

describe('A file name cannot escape the upload folder', () => {
  it.each([
    ['../../../etc/passwd.jpg', 'passwd'],
    ['..\\..\\windows\\win.jpg', 'win'],
    ['/absolute/path.jpg', 'path'],
    ['....//....//x.jpg', 'x'],
    ['shell.php.jpg', 'shell-php'],
    ['shell.php%00.jpg', 'shell-php-00'],
    ['a\u202egpj.exe.jpg', 'a-gpj-exe'],
    ['con.jpg', 'file-con'],
    ['.htaccess.jpg', 'htaccess'],
    ['%2e%2e%2f%2e%2e%2fx.jpg', '2e-2e-2f-2e-2e-2fx'],
    ["';DROP TABLE media;--.jpg", 'DROP-TABLE-media'],
    ['<img src=x onerror=alert(1)>.jpg', 'img-src-x-onerror-alert-1'],
    ['日本語.jpg', 'file'],
    [`${'a'.repeat(400)}.jpg`, 'a'.repeat(80)],
    ['$(touch x).jpg', 'touch-x'],
  ])('%s', async (fileName, stem) => {
    const { authorization } = await site.user('author');
    const response = await site.http.inject({
      method: 'POST',
      url: '/rest/core/v2/media',
      payload: await createPicture('jpeg', 20, 20),
      headers: {
        authorization,
        'content-type': 'image/jpeg',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      },
    });
    const body = response.json<{ source_url: string; title: { rendered: string } }>();
    expect(response.statusCode).toBe(201);
    expect(body.source_url).toMatch(new RegExp(`^http://site\\.test/uploads/\\d{4}/\\d{2}/${stem}(-\\d+)?\\.jpg$`));
    expect(body.title.rendered).not.toContain('<img');
    expect((await site.storedFiles()).every(isKey)).toBe(true);
  });
});

describe('A file that is not an image', () => {
  it('is stored unchanged, and a document is only served as a download', async () => {
    const content = text('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
    const { status, body } = await send({ content, fileName: 'Plan.pdf', mimeType: 'application/pdf' });
    expect([status, body.media_type, body.mime_type]).toEqual([201, 'file', 'application/pdf']);
    expect(body.media_details).toEqual({ file: expect.stringMatching(/\.pdf$/), filesize: content.length, sizes: {} });
    const stored = await site.fetchFile(body.source_url);
    expect([stored.content.equals(content), stored.headers['content-disposition'], stored.headers['content-type']]).toEqual([
      true,
      'attachment',
      'application/pdf',
    ]);
  });
});
