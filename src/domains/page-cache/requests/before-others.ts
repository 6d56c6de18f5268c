import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Calls `serve` for every request from a socket before Fastify handles it; true = it was served. While the service is stopping, and for
 * injected requests, calls only Fastify.
 */
export function beforeOthers(app: FastifyInstance, serve: (request: IncomingMessage, response: ServerResponse) => boolean): void {
  const { server } = app;
  const [own] = server.listeners('request') as Listener[];
  if (!own) throw new Error('Fastify does not listen to its server');
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  server.off('request', own);
  server.on('request', (request, response) => {
    if (isStopping || !serve(request, response)) own.call(server, request, response);
  });
}
