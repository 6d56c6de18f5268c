import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag, createStrongEtag } from '#app/core/http/etag.ts';
import type { Feed } from '../icalendar/feed.service.ts';
import { createFieldReader } from '#app/web/pages/forms.ts';

/** True if the request asks for a calendar file instead of a page. */
export function isFeedRequest(request: FastifyRequest): boolean {
  return createFieldReader(request.query)('ical') === '1';
}

/** Sends a calendar file with an ETag. Sends status 304 without the file to clients that already have it. */
export function sendFeed(request: FastifyRequest, reply: FastifyReply, { text, modified, fileName }: Feed): FastifyReply {
  const tag = createStrongEtag(text);
  reply.headers({
    ETag: tag,
    'Cache-Control': 'public, max-age=300, must-revalidate',
    'Content-Disposition': `attachment; filename="${fileName.replace(/[^\w.-]+/g, '-')}"`,
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
    ...(modified && { 'Last-Modified': modified.toUTCString() }),
  });
  // only ETags are compared: when an event leaves a feed, the modification date does not change
  if (matchesEtag(request.headers['if-none-match'] ?? '', tag)) return reply.status(304).send();
  return reply.status(200).type('text/calendar; charset=utf-8').send(text);
}
