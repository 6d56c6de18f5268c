import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { subscribe } from '#app/core/feed/feed.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { isManager } from '../../audience.ts';
import { ticketChanges } from '../../changes/ticket-changes.ts';
import { watchPosts } from '../../changes/watched-posts.ts';
import { countDoor } from '../door.reader.ts';

/** Interval of keep-alive messages, because proxies close idle connections. */
const KEEP_ALIVE_MS = 20_000;

/** Returns the current viewer. Called for each update, because the viewer may lose rights while a stream is open. */
export type IdentifyViewer = () => Promise<Viewer | null>;

/**
 * Streams the counts as server-sent events (`EventSource`): immediately, and after every change of the post's attendees or places. Combines bursts of
 * changes. The stream ends when changes may have been missed, or when the viewer may no longer manage attendees. The browser then reconnects. The
 * stream counts as a subscription of the viewer.
 */
export async function sendLiveCounts(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { postId, viewer, identify }: { postId: number; viewer: Viewer; identify: IdentifyViewer },
): Promise<FastifyReply> {
  const unwatch = await watchPosts(site, [postId]);
  // further changes are ignored until the pending one is reported
  let isPending = false;
  const isRelevant = (change: { postId: number }) => {
    if (change.postId !== postId || isPending) return false;
    isPending = true;
    return true;
  };
  const changes = await subscribe(site, ticketChanges, `user ${viewer.id}`, isRelevant).catch((error: unknown) => {
    unwatch();
    throw error;
  });
  const stream = new PassThrough();
  const keepAlive = setInterval(() => stream.write(':\n\n'), KEEP_ALIVE_MS).unref();
  const end = () => {
    clearInterval(keepAlive);
    unwatch();
    changes.end();
    stream.end();
  };
  request.raw.socket.once('close', end);
  stream.once('close', end);
  const writeCounts = async () => {
    stream.write(`data: ${JSON.stringify(await countDoor(site, postId))}\n\n`);
  };
  void (async () => {
    try {
      await writeCounts();
      for await (const _change of changes) {
        isPending = false;
        const current = await identify();
        if (!current || !isManager(current)) break;
        await writeCounts();
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
