import type { FastifyInstance } from 'fastify';
import type { Site } from '../site.ts';

/** `/health/live`: the process runs. `/health/ready`: it can answer, the database included. */
export function mountHealth(app: FastifyInstance, site: Site): void {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const isHealthy = await site.db.healthy();
    return reply
      .header('Cache-Control', 'no-store')
      .status(isHealthy ? 200 : 503)
      .send({ status: isHealthy ? 'ok' : 'database unavailable' });
  });
}
