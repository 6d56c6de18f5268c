import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import type { DatabaseHealth } from '../core/db/database.ts';
import type { Site } from '../site.ts';

/** State of the process. */
export interface Readiness {
  /** State of background jobs. `off` if this process runs none. */
  jobs: 'off' | 'starting' | 'running' | 'failed';
  /** True after the process received the signal to stop. */
  isStopping: boolean;
}

/**
 * Serves `/health/live` (the process runs) and `/health/ready`. `/health/ready` returns 200 while the process can serve requests, and 503 if the
 * database is unavailable or the process stops. Its body reports each part, because the status alone does not show faults of writes or jobs.
 */
export function mountHealth(app: FastifyInstance, site: Site, getReadiness: () => Readiness): void {
  const getStatus = (database: DatabaseHealth) =>
    getReadiness().isStopping ? 'stopping' : database === 'unavailable' ? 'database unavailable' : 'ok';
  new Gauge({
    name: 'marquee_ready',
    help: '1 if /health/ready returns 200, otherwise 0. With several processes, the minimum.',
    registers: [site.metrics],
    aggregator: 'min',
    async collect() {
      this.set(getStatus(await site.db.health()) === 'ok' ? 1 : 0);
    },
  });
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const readiness = getReadiness();
    const [database, { pending, unknown }, replicas] = await Promise.all([site.db.health(), site.db.migrations(), site.db.replicas()]);
    const status = getStatus(database);
    return reply
      .header('Cache-Control', 'no-store')
      .status(status === 'ok' ? 200 : 503)
      .send({
        status,
        database,
        migrations: pending.length > 0 ? 'behind' : unknown.length > 0 ? 'newer' : 'current',
        ...(pending.length > 0 && { missingMigrations: pending }),
        ...(unknown.length > 0 && { unknownMigrations: unknown }),
        // replicas by their position in the configuration, because addresses are internal
        ...(replicas.length > 0 && { replicas: replicas.map(({ number, state }) => ({ number, state })) }),
        jobs: readiness.jobs,
      });
  });
}
