import type { ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { opensWebSocket } from '../core/http/upgrade.ts';

/** Number of checks for idle connections after listening has ended: one second in total, longer in a busy process. */
const MAX_IDLE_CHECKS = 50;
const IDLE_CHECK_MS = 20;

/** Maximum duration of a turn of the event loop in which almost nothing runs. After such a turn, earlier connections have been accepted. */
const SHORT_TURN_MS = 0.1;
const MAX_WAIT_MS = 1000;

/** Waits up to a second for a short turn, because connections that wait to be accepted are reset when the server stops listening. */
async function waitForShortTurn(): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let duration = Number.POSITIVE_INFINITY; duration > SHORT_TURN_MS && performance.now() < deadline; ) {
    const start = performance.now();
    await nextTurn();
    duration = performance.now() - start;
  }
}

/** Ends the connections of a server when the service stops. */
export interface ConnectionCloser {
  /** Closes connections after each response that starts from now on, while the server still accepts requests and connections. */
  endAfterResponse(): void;
  /** Stops accepting connections and serves open ones until none is idle, at most for a second. */
  drain(): Promise<void>;
  /** Plugin that waits for running responses when the server closes. Register it after all others, so that their close hooks run first. */
  registerClosing(scope: FastifyInstance): Promise<void>;
}

/**
 * Ends connections when the service stops. Running responses are sent completely (Node itself would cut them once they are in its buffers). Destroys
 * sockets that are still open after `deadlineMs`: clients that do not read, requests that do not end, and WebSockets, which the HTTP server does not
 * count. Call it before mounting routes.
 */
export function mountClosing(http: FastifyInstance, deadlineMs = 6000): ConnectionCloser {
  const { server } = http;
  const sockets = new Set<Socket>();
  const running = new Set<ServerResponse>();
  let isStopping = false;
  let resolveAllSent: (() => void) | undefined;

  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  http.addHook('onRequest', async (request, { raw }) => {
    running.add(raw);
    // Node does not close the socket of a WebSocket request that gets a response instead of a handshake
    if (opensWebSocket(request.raw)) raw.once('finish', () => request.raw.socket.destroySoon());
    const end = () => {
      raw.off('finish', end).off('close', end);
      running.delete(raw);
      if (running.size === 0) resolveAllSent?.();
    };
    raw.once('finish', end).once('close', end);
  });
  const endConnection = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  const hasIdleConnection = () => {
    const busy = new Set([...running].map(({ socket }) => socket));
    return [...sockets].some((socket) => !busy.has(socket));
  };
  return {
    endAfterResponse() {
      isStopping = true;
      running.forEach(endConnection);
    },
    async drain() {
      await waitForShortTurn();
      // `close` of the HTTP server would also cut keep-alive connections with running requests
      Server.prototype.close.call(server);
      for (let checks = 0; hasIdleConnection() && checks < MAX_IDLE_CHECKS; checks += 1) await sleep(IDLE_CHECK_MS);
    },
    async registerClosing(scope) {
      // before the page cache, which sees requests before Fastify
      server.prependListener('request', (_request, response) => {
        if (isStopping) endConnection(response);
      });
      scope.addHook('preClose', async () => {
        isStopping = true;
        const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), deadlineMs).unref();
        server.once('close', () => clearTimeout(timer));
        if (running.size > 0) await new Promise<void>((resolve) => (resolveAllSent = resolve));
      });
    },
  };
}
