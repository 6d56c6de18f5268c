import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { parser } from '@prometheus-io/lezer-promql';
import { collectDefaultMetrics } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startJobs } from '../../src/core/jobs/queue.ts';
import { registerReplicaMetrics } from '../../src/web/observing/replica-metrics.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string };
}
interface Panel {
  id: number;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

const rules = (parse(readFileSync('docs/operating/alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const { panels } = JSON.parse(readFileSync('docs/operating/grafana.json', 'utf8')) as { panels: Panel[] };
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ id, targets = [] }) => targets.map(({ expr }) => [`panel ${id}`, expr] as const)),
];

/** Returns the metrics of an expression with the labels that it filters or groups by. Throws if the expression is invalid. */
function readMetrics(expression: string): { name: string; labels: string[] }[] {
  // replaces the variables of Grafana by a duration and a text
  const text = expression.replaceAll('$__rate_interval', '5m');
  const metrics: { name: string; labels: string[] }[] = [];
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`Invalid expression at ${from}: ${text}`);
      if (type.name !== 'VectorSelector') return;
      const labels = [...text.slice(from, to).matchAll(/[{,]\s*(\w+)\s*[=!]/g)].map(([, label]) => label as string);
      const name = node.getChild('Identifier');
      metrics.push({ name: text.slice(name?.from, name?.to), labels });
    },
  });
  return metrics;
}

/** Labels that Prometheus adds to every scraped metric. */
const prometheusLabels = ['job', 'instance'];

let site: WholeSite;
/** Labels by metric name, as `/metrics` prints them. */
let metricLabels: Map<string, Set<string>>;

beforeAll(async () => {
  site = await openWholeSite({ PAGE_CACHE_PRELOAD: 'off' });
  const register = site.site.metrics;
  await mkdir(site.config.dataDirectory, { recursive: true });
  collectDefaultMetrics({ register });
  const db = { replicas: async () => [{ number: 1, state: 'serving', behind: 0 }] };
  registerReplicaMetrics({ ...site.site, db: db as never }, { replica: 1, primary: 1 });
  const runs = startJobs(site.site, []);
  register.getSingleMetric('marquee_jobs_total')?.reset();
  await site.rest('GET', '/core/v2/posts');
  const text = (await site.http.inject('/metrics')).payload;
  await runs.stop();
  metricLabels = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) => {
      const names = type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => `${name}${end}`) : [name];
      return names.map((metric) => [metric, new Set<string>()] as const);
    }),
  );
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} /gm))
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) metricLabels.get(name)?.add(label);
});
afterAll(() => site.close());

describe('Alert rules and dashboard', () => {
  it.each(expressions)('%s uses existing metrics and labels: %s', (_where, expression) => {
    const usedMetrics = readMetrics(expression);
    expect(usedMetrics.length).toBeGreaterThan(0);
    for (const { name, labels } of usedMetrics.filter((metric) => metric.name !== 'up')) {
      expect([...metricLabels.keys()]).toContain(name);
      const labelsOfMetric = metricLabels.get(name) as Set<string>;
      // a metric without a value yet shows no labels
      if (labelsOfMetric.size > 0) expect([...labelsOfMetric, ...prometheusLabels]).toEqual(expect.arrayContaining(labels));
    }
  });

  it('watch all important metrics', () => {
    const watchedNames = rules.flatMap(({ expr }) => readMetrics(expr).map(({ name }) => name));
    expect(watchedNames).toEqual(
      expect.arrayContaining([
        'up',
        'marquee_ready',
        'marquee_http_request_duration_seconds_count',
        'marquee_http_request_duration_seconds_bucket',
        'marquee_database_connections',
        'marquee_jobs_total',
        'marquee_jobs_failed',
        'marquee_job_delay_seconds',
        'marquee_audit_unsealed_seconds',
        'marquee_webhook_endpoints',
        'marquee_replica_left_out',
        'marquee_replica_lag_bytes',
        'marquee_disk_bytes',
      ]),
    );
  });

  it('have a dashboard without overlapping panels', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const occupied = new Set<string>();
    for (const { gridPos } of panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        expect(occupied.has(`${x} ${gridPos.y}`)).toBe(false);
        occupied.add(`${x} ${gridPos.y}`);
      }
    }
    const shownNames = panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => readMetrics(expr).map(({ name }) => name)));
    expect(shownNames).toEqual(expect.arrayContaining([...metricLabels.keys()].filter((name) => name.startsWith('marquee_'))));
  });
});

describe('/metrics', () => {
  const readValue = async (name: string) => {
    const text = (await site.http.inject('/metrics')).payload;
    return Number(new RegExp(`^${name.replace(/[{}]/g, String.raw`\$&`)} (\\S+)$`, 'm').exec(text)?.[1]);
  };

  it('contains waiting jobs, seals and webhooks, and the readiness of the process', async () => {
    expect(await readValue('marquee_ready')).toBe(1);
    expect(await readValue('marquee_disk_bytes{part="free"}')).toBeGreaterThan(0);
    const { db } = site.site;
    await db.sql(`INSERT INTO webhook_endpoint (url, secret_sealed, failing_since) VALUES ('https://a.test/', '\\x00', now())`);
    const [{ id } = { id: 0 }] = await db.sql<{ id: number }>('SELECT id FROM webhook_endpoint');
    await db.sql(`INSERT INTO webhook_message (endpoint_id, type, object, data) VALUES ($1, 'content.created', 'content 1', '{}')`, [id]);
    expect(await readValue('marquee_webhook_endpoints{state="failing"}')).toBe(1);
    expect(await readValue('marquee_webhook_messages{state="waiting"}')).toBeGreaterThan(0);
    await db.sql('DELETE FROM webhook_endpoint');
    await site.rest('POST', '/core/v2/posts', { as: 'administrator', body: { title: 'Unsealed' } });
    expect(await readValue('marquee_audit_unsealed_seconds')).toBeGreaterThan(0);
  });
});
