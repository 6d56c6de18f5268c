import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import sharp from 'sharp';
import { mountUploads } from '../../src/domains/media/uploads.route.ts';
import { openWholeSite, type RestResponse, type TestUserName, type WholeSite } from '../support/site.ts';

/** A file of a multipart body. The part is named `file` by default. */
export interface SentFile {
  content: Buffer;
  fileName: string;
  mimeType?: string;
  part?: string;
}

export interface MediaSite extends WholeSite {
  /** Uploads a file in a multipart form, as browsers do. By default, an author does. */
  sendForm(file: SentFile, options?: { as?: TestUserName | undefined; fields?: Readonly<Record<string, string>> }): Promise<RestResponse>;
  /** Uploads a file as the whole request body. By default, an author does. */
  sendRaw(content: Buffer, headers: Readonly<Record<string, string>>, as?: TestUserName, query?: string): Promise<RestResponse>;
  /** Requests a file of the library. */
  fetchFile(
    url: string,
    headers?: Readonly<Record<string, string>>,
    method?: 'GET' | 'HEAD',
  ): Promise<{ status: number; headers: Record<string, string | undefined>; content: Buffer }>;
  /** Returns the paths of all stored files. */
  storedFiles(): Promise<string[]>;
  /** Returns the number of media items. */
  countItems(): Promise<number>;
}

const BOUNDARY = '----boundary7MA4YWxkTrZu0gW';

/** Returns a multipart body with fields and one file. */
export function createFormBody(
  { content, fileName, mimeType = 'application/octet-stream', part = 'file' }: SentFile,
  fields: Readonly<Record<string, string>> = {},
): { payload: Buffer; type: string } {
  const texts = Object.entries(fields)
    .map(([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('');
  const head = `${texts}--${BOUNDARY}\r\nContent-Disposition: form-data; name="${part}"; filename="${fileName.replaceAll('"', '%22')}"\r\nContent-Type: ${mimeType}\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  };
}

/** Opens the whole site with a library in its own temporary directory, served at the URLs in responses. */
export async function openMediaSite(environment: Record<string, string> = {}): Promise<MediaSite> {
  const directory = await mkdtemp(path.join(tmpdir(), 'marquee-media-'));
  const wholeSite = await openWholeSite({ DATA_DIRECTORY: directory, ...environment });
  const { http, site } = wholeSite;
  const files = fastify();
  mountUploads(files, site);
  const getAuthorization = async (as: TestUserName | undefined): Promise<Record<string, string>> =>
    as === undefined ? {} : { authorization: (await wholeSite.user(as)).authorization };
  const send = async (payload: Buffer, headers: Record<string, string>, query = ''): Promise<RestResponse> => {
    const response = await http.inject({ method: 'POST', url: `/rest/core/v2/media${query}`, headers, payload });
    let body: unknown;
    try {
      body = JSON.parse(response.payload);
    } catch {
      body = undefined;
    }
    return { status: response.statusCode, headers: response.headers as Record<string, string | undefined>, text: response.payload, body };
  };
  return {
    ...wholeSite,
    async sendForm(file, { as = 'author', fields } = {}) {
      const { payload, type } = createFormBody(file, fields);
      return await send(payload, { ...(await getAuthorization(as)), 'content-type': type });
    },
    async sendRaw(content, headers, as = 'author', query = '') {
      return await send(content, { ...(await getAuthorization(as)), ...headers }, query);
    },
    async fetchFile(url, headers = {}, method = 'GET') {
      const response = await files.inject({ method, url: url.replace(site.config.siteUrl, ''), headers });
      return { status: response.statusCode, headers: response.headers as Record<string, string | undefined>, content: response.rawPayload };
    },
    async storedFiles() {
      const entries = await readdir(path.join(directory, 'uploads'), { recursive: true, withFileTypes: true }).catch(() => []);
      return (
        entries
          // excludes the marker file that identifies the folder to processes
          .filter((entry) => entry.isFile() && entry.name !== '.folder')
          .map((entry) => path.relative(path.join(directory, 'uploads'), path.join(entry.parentPath, entry.name)))
          .sort()
      );
    },
    countItems: () => site.db.prisma.media.count(),
    async close() {
      await files.close();
      await wholeSite.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

/** Returns an image of one color with a stripe, so that its renditions differ. */
export async function createPicture(format: Format, width = 640, height = 480): Promise<Buffer> {
  const stripe = await sharp({ create: { width: Math.max(1, width >> 2), height, channels: 3, background: '#204080' } })
    .png()
    .toBuffer();
  const image = sharp({ create: { width, height, channels: 3, background: '#e0a030' } }).composite([{ input: stripe, left: 0, top: 0 }]);
  return await image.toFormat(format).toBuffer();
}
