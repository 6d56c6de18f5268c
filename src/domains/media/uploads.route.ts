import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { getExtension } from './file-name.rules.ts';
import { type FileType, findFileType } from './file-types.ts';
import { isKey, getFileStore } from './stores/file-store.ts';

/** Headers that prevent browsers from running scripts in a file and from guessing its type. */
const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Names are never reused, so files may be cached forever. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable';

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .status(status)
    .headers({ ...headers, 'Cache-Control': 'no-cache' })
    .type('text/plain; charset=utf-8')
    .send(`${text}\n`);
}

const sendNotFound = (reply: FastifyReply): FastifyReply => sendText(reply, 404, 'There is no such file.');

/** Logs the error of a store and sends a generic message, because the original message contains paths and hosts. */
function sendError(site: Site, error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof Failure) return sendText(reply.header('Retry-After', String(error.data['retryAfter'])), error.status, error.message);
  site.log.error({ err: error }, 'a file could not be read');
  return sendText(reply, 500, 'The file could not be read.');
}

/** Returns `inline` for images, audio and video, which open in the browser; `attachment` for files to download. */
const getDisposition = ({ family }: FileType) => (family === 'application' ? 'attachment' : 'inline');

async function sendFile(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const key = (request.params as { '*': string })['*'];
  const type = findFileType(getExtension(key));
  if (!type || !isKey(key)) return sendNotFound(reply);
  const response = await getFileStore(site)
    .respond(request.raw, key)
    .catch((error: unknown) => error as Error);
  if (response instanceof Error) return sendError(site, response, reply);
  if (response.status === 404 || response.status === 403) return sendNotFound(reply);
  reply.status(response.status).headers(headers).headers(response.headers);
  if (response.status === 416 || response.status === 412) return reply.send('');
  reply.header('Cache-Control', CACHE_FOREVER);
  if (response.status !== 304) reply.type(type.mimeType).header('Content-Disposition', getDisposition(type));
  return response.body ? reply.send(response.body) : reply.send('');
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
