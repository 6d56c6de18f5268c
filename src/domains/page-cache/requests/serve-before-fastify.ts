import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Calls `serve` for each request from a socket before Fastify handles it. If `serve` returns true, it has sent the response. Injected requests, and
 * requests while the service is stopping, are handled only by Fastify.
 */
export function serveBeforeFastify(app: FastifyInstance, serve: (request: IncomingMessage, response: ServerResponse) => boolean): void {
  const { server } = app;
  const [fastifyListener] = server.listeners('request') as Listener[];
  if (!fastifyListener) throw new Error('Fastify has no request listener on its server');
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  server.off('request', fastifyListener);
  server.on('request', (request, response) => {
    if (isStopping || !serve(request, response)) fastifyListener.call(server, request, response);
  });
}
