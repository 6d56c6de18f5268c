import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** A file that pages load; another text has another address, so browsers may keep it for ever. */
function asset(name: string, extension: string, type: string) {
  const text = readFileSync(new URL(`./${name}.${extension}`, import.meta.url), 'utf8');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { text, type, path: `/assets/${name}-${hash}.${extension}` };
}

export const doorScript = asset('door', 'js', 'text/javascript; charset=utf-8');
export const doorStyles = asset('door', 'css', 'text/css; charset=utf-8');

/** Serves script and style sheet of the door page. */
export function mountDoorAssets(app: FastifyInstance): void {
  for (const { path, type, text } of [doorScript, doorStyles]) {
    app.get(path, (_request, reply) =>
      reply.headers({ 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' }).type(type).send(text),
    );
  }
}
