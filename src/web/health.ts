import type { FastifyInstance } from 'fastify';
import type { Site } from '../site.ts';

/** What only whoever runs the service knows of its readiness. */
export interface Readiness {
  /** Background work: `off` where nobody runs it in this process. */
  jobs: 'off' | 'starting' | 'running' | 'failed';
  /** Somebody asked the process to stop. */
  isStopping: boolean;
}

/**
 * `/health/live`: the process runs. `/health/ready`: 200 while it can answer requests, 503 without the database and from the word to stop on. Its body
 * says each thing for itself: a balancer looks at the status, people and monitors at what is wrong with writes or jobs.
 */
export function mountHealth(app: FastifyInstance, site: Site, readinessOf: () => Readiness): void {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const readiness = readinessOf();
    const [database, { pending, unknown }] = await Promise.all([site.db.health(), site.db.migrations()]);
    const status = readiness.isStopping ? 'stopping' : database === 'unavailable' ? 'database unavailable' : 'ok';
    return reply
      .header('Cache-Control', 'no-store')
      .status(status === 'ok' ? 200 : 503)
      .send({
        status,
        database,
        migrations: pending.length > 0 ? 'behind' : unknown.length > 0 ? 'newer' : 'current',
        ...(pending.length > 0 && { missingMigrations: pending }),
        ...(unknown.length > 0 && { unknownMigrations: unknown }),
        jobs: readiness.jobs,
      });
  });
}
