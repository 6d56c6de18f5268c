import type { FastifyInstance } from 'fastify';
import { createFieldReader } from '#app/web/pages/forms.ts';
import { html } from '#app/core/text/html.ts';

const MIN_SIZE = 8;
const MAX_SIZE = 512;

/** Draws the placeholder avatar, with a color derived from the user ID. The image reveals nothing about the user. */
function renderAvatar(id: number, size: number): string {
  const hue = (id * 137) % 360;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 96 96"><rect width="96" height="96" fill="hsl(${hue} 45% 40%)"/><circle cx="48" cy="38" r="17" fill="#fff"/><path d="M14 96c0-21 15-34 34-34s34 13 34 34z" fill="#fff"/></svg>`.toString();
}

/** Mounts `/avatars/{user id}.svg?s={pixels}`. */
export function mountAvatars(app: FastifyInstance): void {
  app.get('/avatars/:id(^\\d{1,10}).svg', (request, reply) => {
    const size = Number.parseInt(createFieldReader(request.query)('s'), 10) || 96;
    const { id } = request.params as { id: string };
    reply.headers({
      'Cache-Control': 'public, max-age=86400',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'",
    });
    return reply.type('image/svg+xml').send(renderAvatar(Number(id), Math.min(Math.max(size, MIN_SIZE), MAX_SIZE)));
  });
}
