import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { endingOf } from './file-name.rules.ts';
import { type FileType, typeOfEnding } from './file-types.ts';
import { isKey, storeOf } from './stores/file-store.ts';

/** Headers that keep browsers from running scripts in a file or guessing its type. */
const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Names are never reused, so files may be cached forever. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

function refuse(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .status(status)
    .headers({ ...headers, 'Cache-Control': 'no-cache' })
    .type('text/plain; charset=utf-8')
    .send(`${text}\n`);
}

const notFound = (reply: FastifyReply): FastifyReply => refuse(reply, 404, 'There is no such file.');

/** Logs the error of a store and sends a generic one: its message contains paths and hosts. */
function refuseBroken(site: Site, error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof Failure) return refuse(reply.header('Retry-After', String(error.data['retryAfter'])), error.status, error.message);
  site.log.error({ err: error }, 'a file could not be read');
  return refuse(reply, 500, 'The file could not be read.');
}

/** Images, audio and video open in the browser; all other files are downloaded. */
const dispositionOf = ({ family }: FileType) => (family === 'application' ? 'attachment' : 'inline');

async function sendFile(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const key = (request.params as { '*': string })['*'];
  const type = typeOfEnding(endingOf(key));
  if (!type || !isKey(key)) return notFound(reply);
  const answer = await storeOf(site)
    .answer(request.raw, key)
    .catch((error: unknown) => error as Error);
  if (answer instanceof Error) return refuseBroken(site, answer, reply);
  if (answer.status === 404 || answer.status === 403) return notFound(reply);
  reply.status(answer.status).headers(headers).headers(answer.headers);
  if (answer.status === 416 || answer.status === 412) return reply.send('');
  reply.header('Cache-Control', FOR_GOOD);
  if (answer.status !== 304) reply.type(type.mimeType).header('Content-Disposition', dispositionOf(type));
  return answer.body ? reply.send(answer.body) : reply.send('');
}

/** Serves the library's files at `/uploads/…`, with ranges and conditional requests. */
export function mountUploads(app: FastifyInstance, site: Site): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/uploads/*',
    exposeHeadRoute: false,
    handler: (request, reply) => sendFile(site, request, reply),
  });
}
