import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { itUnless } from '../support/needs.ts';
import { expectFiring, noPromtool, type Series } from './alerts.ts';

const of = 'job="marquee",instance="a:4000"';
const requests = (more: string) => `marquee_http_request_duration_seconds${more.replace('}', `${more.includes('{}') ? '' : ','}${of}}`)}`;

/** One hour of metrics of a healthy process with little traffic. */
const idle: Series = {
  [`up{${of}}`]: '1x60',
  [`marquee_ready{${of}}`]: '1x60',
  [requests('_count{face="rest",status="2xx"}')]: '0+60x60',
  [requests('_bucket{face="rest",le="1"}')]: '0+60x60',
  [requests('_bucket{face="rest",le="2.5"}')]: '0+60x60',
  [requests('_bucket{face="rest",le="+Inf"}')]: '0+60x60',
  [`marquee_database_connections{state="waiting",${of}}`]: '0x60',
  [`marquee_jobs_total{name="seal",result="done",${of}}`]: '0+1x60',
  [`marquee_jobs_total{name="seal",result="failed",${of}}`]: '0x60',
  [`marquee_jobs_failed{${of}}`]: '0x60',
  [`marquee_job_delay_seconds{${of}}`]: '30x60',
  [`marquee_audit_unsealed_seconds{${of}}`]: '5x60',
  [`marquee_webhook_endpoints{state="failing",${of}}`]: '0x60',
  [`marquee_webhook_endpoints{state="off",${of}}`]: '0x60',
  [`nodejs_eventloop_lag_p99_seconds{${of}}`]: '0.02x60',
  [`marquee_replica_left_out{replica="1",${of}}`]: '0x60',
  [`marquee_replica_lag_bytes{replica="1",${of}}`]: '1000x60',
  [`marquee_disk_bytes{part="free",${of}}`]: '40x60',
  [`marquee_disk_bytes{part="size",${of}}`]: '100x60',
};

/** Changes of these series that should fire each alert. Null removes a series. */
const faults: readonly (readonly [alert: string, Readonly<Record<string, string | null>>])[] = [
  ['MarqueeDown', { [`up{${of}}`]: '0x60' }],
  ['MarqueeNotReady', { [`marquee_ready{${of}}`]: '0x60' }],
  ['MarqueeFails', { [requests('_count{face="rest",status="5xx"}')]: '0+2x60' }],
  ['MarqueeSlow', { [requests('_bucket{face="rest",le="1"}')]: '0x60' }],
  ['MarqueeWaitsForConnections', { [`marquee_database_connections{state="waiting",${of}}`]: '3x60' }],
  ['MarqueeJobsFail', { [`marquee_jobs_total{name="seal",result="failed",${of}}`]: '0+1x60' }],
  ['MarqueeJobsGaveUp', { [`marquee_jobs_failed{${of}}`]: '1x60' }],
  ['MarqueeJobsWait', { [`marquee_job_delay_seconds{${of}}`]: '1200x60' }],
  ['MarqueeNobodyWorks', { [`marquee_jobs_total{name="seal",result="done",${of}}`]: '7x60' }],
  [
    'MarqueeNobodyWorks',
    { [`marquee_jobs_total{name="seal",result="done",${of}}`]: null, [`marquee_jobs_total{name="seal",result="failed",${of}}`]: null },
  ],
  ['MarqueeAuditUnsealed', { [`marquee_audit_unsealed_seconds{${of}}`]: '120x60' }],
  ['MarqueeWebhooksFail', { [`marquee_webhook_endpoints{state="failing",${of}}`]: '1x60' }],
  ['MarqueeWebhooksFail', { [`marquee_webhook_endpoints{state="off",${of}}`]: '1x60' }],
  ['MarqueeBusyLoop', { [`nodejs_eventloop_lag_p99_seconds{${of}}`]: '0.8x60' }],
  ['MarqueeReplicaLeftOut', { [`marquee_replica_left_out{replica="1",${of}}`]: '1x60' }],
  ['MarqueeReplicaLags', { [`marquee_replica_lag_bytes{replica="1",${of}}`]: '200000000x60' }],
  ['MarqueeDiskFull', { [`marquee_disk_bytes{part="free",${of}}`]: '5x60' }],
];

describe('The published alerts', () => {
  it('are all tested here', () => {
    const { groups } = parse(readFileSync('docs/operating/alerts.yml', 'utf8')) as { groups: { rules: { alert: string }[] }[] };
    const published = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    expect([...new Set(faults.map(([alert]) => alert))].toSorted()).toEqual(published.toSorted());
  });

  itUnless(noPromtool, 'do not fire for a healthy process', () => expectFiring(idle, []));

  for (const [alert, otherwise] of faults)
    itUnless(noPromtool, `fire for their own fault only: ${alert} for ${JSON.stringify(Object.values(otherwise))}`, async () => {
      const series = Object.entries({ ...idle, ...otherwise }).filter((entry): entry is [string, string] => entry[1] !== null);
      await expectFiring(Object.fromEntries(series), [alert]);
    });
});
