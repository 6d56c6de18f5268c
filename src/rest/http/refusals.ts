import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Log } from '../../core/logging/log.ts';
import type { RestEngine } from '../create-engine.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Sends an error as the REST interface does, with its published code. For paths outside of the interface that its clients also call. */
    sendRefusal(error: unknown): FastifyReply;
  }
}

/** Adds `sendRefusal` to the replies of an instance. */
export function mountRefusals(app: FastifyInstance, engine: RestEngine): void {
  app.decorateReply('sendRefusal', function sendRefusal(this: FastifyReply, error: unknown): FastifyReply {
    const { failure, response } = engine.refuse(error, this.log as unknown as Log);
    if (typeof failure.data['retryAfter'] === 'number') void this.header('Retry-After', failure.data['retryAfter']);
    return this.removeHeader('Content-Disposition').status(response.status).type('application/json; charset=utf-8').send(response.text);
  });
}
