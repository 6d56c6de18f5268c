import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { subscribe } from '#app/core/feed/feed.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { isManager } from '../../audience.ts';
import { ticketChanges } from '../../changes/ticket-changes.ts';
import { watchPosts } from '../../changes/watched-posts.ts';
import { doorCounts } from '../door.reader.ts';

/** Interval of keep-alive messages, because proxies close idle connections. */
const SIGN_OF_LIFE_MS = 20_000;

/** Returns the viewer. Called for each update, because rights may end while a stream is open. */
export type Identify = () => Promise<Viewer | null>;

/**
 * Streams the counts as server-sent events (`EventSource`): immediately, and after every change of the post's attendees or places. Combines bursts of
 * changes. The stream ends when changes may have been missed or the viewer lost the right; the browser then reconnects. It counts as a subscription of the
 * viewer.
 */
export async function sendLiveCounts(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { postId, viewer, identify }: { postId: number; viewer: Viewer; identify: Identify },
): Promise<FastifyReply> {
  const unwatch = await watchPosts(site, [postId]);
  let isReported = true;
  const wants = (change: { postId: number }) => {
    if (change.postId !== postId || !isReported) return false;
    isReported = false;
    return true;
  };
  const changes = await subscribe(site, ticketChanges, `user ${viewer.id}`, wants).catch((error: unknown) => {
    unwatch();
    throw error;
  });
  const stream = new PassThrough();
  const life = setInterval(() => stream.write(':\n\n'), SIGN_OF_LIFE_MS).unref();
  const end = () => {
    clearInterval(life);
    unwatch();
    changes.end();
    stream.end();
  };
  request.raw.socket.once('close', end);
  stream.once('close', end);
  const tell = async () => {
    stream.write(`data: ${JSON.stringify(await doorCounts(site, postId))}\n\n`);
  };
  void (async () => {
    try {
      await tell();
      for await (const _change of changes) {
        isReported = true;
        const now = await identify();
        if (!now || !isManager(now)) break;
        await tell();
      }
    } catch (error) {
      site.log.debug({ err: error }, 'a stream of counts ended');
    } finally {
      request.raw.socket.off('close', end);
      end();
    }
  })();
  return reply
    .headers({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'X-Content-Type-Options': 'nosniff',
    })
    .send(stream);
}
