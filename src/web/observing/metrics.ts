import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram } from 'prom-client';
import { isLocalIp } from '../../core/http/client-ip.ts';
import { countSubscriptions } from '../../core/feed/feed.ts';
import { areEqualInConstantTime } from '../../core/secrets/keyed-hash.ts';
import type { Site } from '../../site.ts';
import { createMetricsReader } from '../../core/workers/metrics.ts';
import { registerReplicaMetrics } from './replica-metrics.ts';
import { registerSiteMetrics } from './site-metrics.ts';
import { getApi, getFacts, getRoute } from './requests.ts';

/** Histogram buckets in seconds. Most responses take a few milliseconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Headers that only proxies add to requests. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Registers the metrics. Responses are counted by REST route, operation or page route. Values of the database and of subscriptions are read when the
 * metrics are requested.
 */
function registerMetrics(app: FastifyInstance, site: Site): void {
  const { db, metrics: register, config } = site;
  const requests = new Histogram({
    name: 'marquee_http_request_duration_seconds',
    help: 'Time from a request to the end of its response, by API, route, method and class of status.',
    labelNames: ['face', 'route', 'method', 'status'],
    buckets: SECONDS,
    registers: [register],
  });
  const statements = new Counter({
    name: 'marquee_request_statements_total',
    help: 'Statements that ran for requests, by API.',
    labelNames: ['face'],
    registers: [register],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const facts = getFacts(request);
    const face = getApi(request, config.restRoot);
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    requests.observe({ face, route: getRoute(request, facts), method: request.method, status }, reply.elapsedTime / 1000);
    statements.inc({ face }, facts.statements);
    done();
  });
  new Gauge({
    name: 'marquee_subscriptions',
    help: 'Open GraphQL subscriptions.',
    registers: [register],
    collect() {
      this.set(countSubscriptions(site));
    },
  });
  new Gauge({
    name: 'marquee_database_connections',
    help: 'Connections of the pool: open, idle and writing, and requests that wait for a connection or for permission to write.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      const { total, idle, waiting, writing } = db.connections();
      this.set({ state: 'open' }, total);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'writing' }, writing);
    },
  });
  if (db.reads) registerReplicaMetrics(site, db.reads);
  registerSiteMetrics(site);
}

/**
 * Serves `GET /metrics` in the text format of Prometheus, for this process and, with `WORKERS`, all others. Only local tools that use no proxy and
 * requests with `METRICS_TOKEN` as a bearer token may read it. Others get 404.
 */
export function mountMetrics(app: FastifyInstance, site: Site): void {
  registerMetrics(app, site);
  const { metricsToken } = site.config;
  const readMetrics = createMetricsReader(site.metrics);
  app.get('/metrics', async (request, reply) => {
    const isLocalTool = isLocalIp(request.socket.remoteAddress ?? '') && FORWARDED.every((name) => request.headers[name] === undefined);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const hasToken = metricsToken !== undefined && token !== undefined && areEqualInConstantTime(token, metricsToken);
    if (!isLocalTool && !hasToken) return reply.callNotFound();
    return reply
      .header('Cache-Control', 'no-store')
      .type(site.metrics.contentType)
      .send(await readMetrics());
  });
}
