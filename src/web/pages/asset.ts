import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** A file that pages load; another text has another address, so browsers may keep it for ever. */
export interface Asset {
  /** Its bytes, for the few browsers that ask for it: libraries of megabytes stay on the disk until then. */
  read: () => Promise<Buffer>;
  type: string;
  /** Below the site's address. */
  path: string;
}

const types = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** A script, style sheet or data in a file, which must be there from the start. */
export function assetOf(file: string | URL, name: string, extension: keyof typeof types): Asset {
  return { ...addressed(readFileSync(file), name, extension), read: () => readFile(file) };
}

/** The same from a text. */
export function assetOfText(text: string, name: string, extension: keyof typeof types): Asset {
  const bytes = Buffer.from(text);
  return { ...addressed(bytes, name, extension), read: async () => bytes };
}

function addressed(bytes: Buffer, name: string, extension: keyof typeof types): Pick<Asset, 'type' | 'path'> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return { type: types[extension], path: `/assets/${name}-${hash}.${extension}` };
}

/** The same from a package, which pages then need no network for. */
export function assetOfPackage(file: string, name: string, extension: keyof typeof types): Asset {
  return assetOf(createRequire(import.meta.url).resolve(file), name, extension);
}

/** Serves a service worker: at one address for ever, by which browsers look for a newer one. It may speak to the site and to nobody else. */
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
/** Files of a page; larger ones would not pay for better. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Serves assets to the site's pages, in few bytes to browsers that take them so. */
export function mountAssets(app: FastifyInstance, assets: readonly Asset[]): void {
  for (const { path, type, read } of assets) {
    let small: Promise<Buffer> | undefined;
    app.get(path, async (request, reply) => {
      reply.headers({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
        Vary: 'Accept-Encoding',
      });
      reply.type(type);
      // these are compressed already
      if (type === types.woff2 || !/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(await read());
      small ??= read().then((bytes) => compress(bytes, QUALITY));
      // a file that cannot be read at the moment may be read the next time
      small.catch(() => (small = undefined));
      return reply.header('Content-Encoding', 'br').send(await small);
    });
  }
}
