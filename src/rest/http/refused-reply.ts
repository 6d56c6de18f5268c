import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Log } from '../../core/logging/log.ts';
import type { RestEngine } from '../create-engine.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Sends an error as the REST interface does, under the code that its clients know: for addresses outside it that the same clients call. */
    sendRefusal(error: unknown): FastifyReply;
  }
}

/** Makes every route of the instance send errors as the REST interface does. */
export function mountRefusals(app: FastifyInstance, engine: RestEngine): void {
  app.decorateReply('sendRefusal', function sendRefusal(this: FastifyReply, error: unknown): FastifyReply {
    const { failure, response } = engine.refuse(error, this.log as unknown as Log);
    if (typeof failure.data['retryAfter'] === 'number') void this.header('Retry-After', failure.data['retryAfter']);
    return this.removeHeader('Content-Disposition').status(response.status).type('application/json; charset=utf-8').send(response.text);
  });
}
