import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** A static file of pages. Its path depends on its content, so browsers may cache it forever. */
export interface Asset {
  /** Reads the bytes. Large libraries stay on disk until a browser requests them. */
  read: () => Promise<Buffer>;
  type: string;
  /** Path below the site URL. */
  path: string;
}

const types = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** Creates the asset of a file, which must exist at the start. */
export function createAsset(file: string | URL, name: string, extension: keyof typeof types): Asset {
  return { ...createTypeAndPath(readFileSync(file), name, extension), read: () => readFile(file) };
}

/** Creates an asset from a string. */
export function createStringAsset(text: string, name: string, extension: keyof typeof types): Asset {
  const bytes = Buffer.from(text);
  return { ...createTypeAndPath(bytes, name, extension), read: async () => bytes };
}

function createTypeAndPath(bytes: Buffer, name: string, extension: keyof typeof types): Pick<Asset, 'type' | 'path'> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return { type: types[extension], path: `/assets/${name}-${hash}.${extension}` };
}

/** Creates an asset from a file of a package, so that pages load nothing from other sites. */
export function createPackageAsset(file: string, name: string, extension: keyof typeof types): Asset {
  return createAsset(createRequire(import.meta.url).resolve(file), name, extension);
}

/** Serves a service worker at a fixed path, where browsers look for updates. It may connect only to the site. */
export function mountWorker(app: FastifyInstance, path: string, file: URL): void {
  const text = readFileSync(file, 'utf8');
  app.get(path, (_request, reply) =>
    reply
      .headers({
        'Cache-Control': 'no-cache',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
      })
      .type(types.js)
      .send(text),
  );
}

const compress = promisify(brotliCompress);
/** Compression level of assets. Higher levels take longer and save little. */
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Serves assets, compressed if the browser accepts it. */
export function mountAssets(app: FastifyInstance, assets: readonly Asset[]): void {
  for (const { path, type, read } of assets) {
    let compressed: Promise<Buffer> | undefined;
    app.get(path, async (request, reply) => {
      reply.headers({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
        Vary: 'Accept-Encoding',
      });
      reply.type(type);
      // fonts are already compressed
      if (type === types.woff2 || !/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(await read());
      compressed ??= read().then((bytes) => compress(bytes, COMPRESSION));
      // the next request retries after a failed read
      compressed.catch(() => (compressed = undefined));
      return reply.header('Content-Encoding', 'br').send(await compressed);
    });
  }
}
