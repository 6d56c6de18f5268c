import type { FastifyInstance } from 'fastify';

/**
 * What happens to connections when the service stops: answers that are being sent are sent to their end (Node by itself cuts them as soon as
 * they are written to its buffers), but clients that do not read them, or do not end their requests, are cut after `deadlineMs`. To be called
 * before any route is mounted; what it answers is a plugin to be registered after all others, whose own ways to end what runs come first.
 */
export function mountClosing(http: FastifyInstance, deadlineMs = 10_000): (scope: FastifyInstance) => Promise<void> {
  let running = 0;
  let allAnswered: (() => void) | undefined;

  http.addHook('onRequest', async (_request, { raw }) => {
    running += 1;
    const end = () => {
      raw.off('finish', end).off('close', end);
      running -= 1;
      if (running === 0) allAnswered?.();
    };
    raw.once('finish', end).once('close', end);
  });
  return async (scope) => {
    // from here on, whoever asks on an open connection is told 503 and to close it
    scope.addHook('preClose', async () => {
      const deadline = setTimeout(() => http.server.closeAllConnections(), deadlineMs).unref();
      http.server.once('close', () => clearTimeout(deadline));
      if (running > 0) await new Promise<void>((resolve) => (allAnswered = resolve));
    });
  };
}
