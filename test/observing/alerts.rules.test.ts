import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { itUnless } from '../support/needs.ts';
import { expectFiring, missingPromtool, type Series } from './alerts.ts';

const LABELS = 'job="marquee",instance="a:4000"';
const requests = (labels: string) => `marquee_http_request_duration_seconds${labels.replace('}', `,${LABELS}}`)}`;

/** One hour of metrics of a healthy process with little traffic. */
const idle: Series = {
  [`up{${LABELS}}`]: '1x60',
  [`marquee_ready{${LABELS}}`]: '1x60',
  [requests('_count{face="rest",status="2xx"}')]: '0+60x60',
  [requests('_bucket{face="rest",le="1"}')]: '0+60x60',
  [requests('_bucket{face="rest",le="2.5"}')]: '0+60x60',
  [requests('_bucket{face="rest",le="+Inf"}')]: '0+60x60',
  [`marquee_database_connections{state="waiting",${LABELS}}`]: '0x60',
  [`marquee_jobs_total{name="seal",result="done",${LABELS}}`]: '0+1x60',
  [`marquee_jobs_total{name="seal",result="failed",${LABELS}}`]: '0x60',
  [`marquee_jobs_failed{${LABELS}}`]: '0x60',
  [`marquee_job_delay_seconds{${LABELS}}`]: '30x60',
  [`marquee_audit_unsealed_seconds{${LABELS}}`]: '5x60',
  [`marquee_webhook_endpoints{state="failing",${LABELS}}`]: '0x60',
  [`marquee_webhook_endpoints{state="off",${LABELS}}`]: '0x60',
  [`nodejs_eventloop_lag_p99_seconds{${LABELS}}`]: '0.02x60',
  [`marquee_replica_left_out{replica="1",${LABELS}}`]: '0x60',
  [`marquee_replica_lag_bytes{replica="1",${LABELS}}`]: '1000x60',
  [`marquee_disk_bytes{part="free",${LABELS}}`]: '40x60',
  [`marquee_disk_bytes{part="size",${LABELS}}`]: '100x60',
};

/** Changes of the idle series that should fire each alert. Null removes a series. */
const faults: readonly (readonly [alert: string, Readonly<Record<string, string | null>>])[] = [
  ['MarqueeDown', { [`up{${LABELS}}`]: '0x60' }],
  ['MarqueeNotReady', { [`marquee_ready{${LABELS}}`]: '0x60' }],
  ['MarqueeFails', { [requests('_count{face="rest",status="5xx"}')]: '0+2x60' }],
  ['MarqueeSlow', { [requests('_bucket{face="rest",le="1"}')]: '0x60' }],
  ['MarqueeWaitsForConnections', { [`marquee_database_connections{state="waiting",${LABELS}}`]: '3x60' }],
  ['MarqueeJobsFail', { [`marquee_jobs_total{name="seal",result="failed",${LABELS}}`]: '0+1x60' }],
  ['MarqueeJobsGaveUp', { [`marquee_jobs_failed{${LABELS}}`]: '1x60' }],
  ['MarqueeJobsWait', { [`marquee_job_delay_seconds{${LABELS}}`]: '1200x60' }],
  ['MarqueeNobodyWorks', { [`marquee_jobs_total{name="seal",result="done",${LABELS}}`]: '7x60' }],
  [
    'MarqueeNobodyWorks',
    {
      [`marquee_jobs_total{name="seal",result="done",${LABELS}}`]: null,
      [`marquee_jobs_total{name="seal",result="failed",${LABELS}}`]: null,
    },
  ],
  ['MarqueeAuditUnsealed', { [`marquee_audit_unsealed_seconds{${LABELS}}`]: '120x60' }],
  ['MarqueeWebhooksFail', { [`marquee_webhook_endpoints{state="failing",${LABELS}}`]: '1x60' }],
  ['MarqueeWebhooksFail', { [`marquee_webhook_endpoints{state="off",${LABELS}}`]: '1x60' }],
  ['MarqueeBusyLoop', { [`nodejs_eventloop_lag_p99_seconds{${LABELS}}`]: '0.8x60' }],
  ['MarqueeReplicaLeftOut', { [`marquee_replica_left_out{replica="1",${LABELS}}`]: '1x60' }],
  ['MarqueeReplicaLags', { [`marquee_replica_lag_bytes{replica="1",${LABELS}}`]: '200000000x60' }],
  ['MarqueeDiskFull', { [`marquee_disk_bytes{part="free",${LABELS}}`]: '5x60' }],
];

describe('The published alerts', () => {
  it('are all tested here', () => {
    const { groups } = parse(readFileSync('docs/operating/alerts.yml', 'utf8')) as { groups: { rules: { alert: string }[] }[] };
    const published = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    expect([...new Set(faults.map(([alert]) => alert))].toSorted()).toEqual(published.toSorted());
  });

  itUnless(missingPromtool, 'do not fire for a healthy process', () => expectFiring(idle, []));

  for (const [alert, changes] of faults)
    itUnless(missingPromtool, `fire for their own fault only: ${alert} for ${JSON.stringify(Object.values(changes))}`, async () => {
      const series = Object.entries({ ...idle, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null);
      await expectFiring(Object.fromEntries(series), [alert]);
    });
});
