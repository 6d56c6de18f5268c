import type { ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { opensWebSocket } from '../core/http/upgrade.ts';

/** How often it is looked, once no new connections are accepted, whether kept-alive ones bring no more requests: a second in all, longer in a process that gets no time to read them. */
const LOOKS = 50;
const LOOK_MS = 20;

/** A turn of the event loop in which almost nothing ran: connections that came before it have been accepted. */
const SHORT_TURN_MS = 0.1;
const LONGEST_WAIT_MS = 1000;

/** Waits for a short turn, at most for a second: connections that wait to be accepted are reset when the server stops listening. */
async function shortTurn(): Promise<void> {
  const until = performance.now() + LONGEST_WAIT_MS;
  for (let took = Number.POSITIVE_INFINITY; took > SHORT_TURN_MS && performance.now() < until; ) {
    const begun = performance.now();
    await nextTurn();
    took = performance.now() - begun;
  }
}

export interface Connections {
  /** Makes every response that has not begun end its connection, while requests and new connections go on being accepted. */
  endAfterResponse(): void;
  /** Accepts no new connections and serves requests on open ones until none of those is idle, at most for a second. */
  drain(): Promise<void>;
  /** Waits for responses under way when the server closes. A plugin to be registered after all others, whose own ways to end what runs come first. */
  closing(scope: FastifyInstance): Promise<void>;
}

/**
 * Ends connections when the service stops. Responses being sent are sent to their end (Node by itself cuts them as soon as they are written to
 * its buffers). Sockets that are still open after `deadlineMs` are destroyed: those of clients that do not read, of requests that do not end, and
 * those of WebSockets, which the HTTP server no longer counts as its own. To be called before any route is mounted.
 */
export function mountClosing(http: FastifyInstance, deadlineMs = 6000): Connections {
  const { server } = http;
  const sockets = new Set<Socket>();
  const running = new Set<ServerResponse>();
  let isStopping = false;
  let allSent: (() => void) | undefined;

  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  http.addHook('onRequest', async (request, { raw }) => {
    running.add(raw);
    // a response in place of a handshake: Node left the socket to the service
    if (opensWebSocket(request.raw)) raw.once('finish', () => request.raw.socket.destroySoon());
    const end = () => {
      raw.off('finish', end).off('close', end);
      running.delete(raw);
      if (running.size === 0) allSent?.();
    };
    raw.once('finish', end).once('close', end);
  });
  const endConnection = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  const hasIdle = () => {
    const busy = new Set([...running].map(({ socket }) => socket));
    return [...sockets].some((socket) => !busy.has(socket));
  };
  return {
    endAfterResponse() {
      isStopping = true;
      running.forEach(endConnection);
    },
    async drain() {
      await shortTurn();
      // `close` of the HTTP server would also cut kept-alive connections, on which a request may be under way
      Server.prototype.close.call(server);
      for (let looks = 0; hasIdle() && looks < LOOKS; looks += 1) await sleep(LOOK_MS);
    },
    async closing(scope) {
      // before the page cache, which looks at requests before Fastify does
      server.prependListener('request', (_request, response) => {
        if (isStopping) endConnection(response);
      });
      scope.addHook('preClose', async () => {
        isStopping = true;
        const deadline = setTimeout(() => sockets.forEach((socket) => socket.destroy()), deadlineMs).unref();
        server.once('close', () => clearTimeout(deadline));
        if (running.size > 0) await new Promise<void>((resolve) => (allSent = resolve));
      });
    },
  };
}
