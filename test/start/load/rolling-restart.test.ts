import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteDatabaseUrl, type TestDatabase } from '../../support/database.ts';
import { freePort } from '../../support/free-port.ts';
import { describeUnless, noBalancer } from '../../support/needs.ts';
import type { Service } from '../../support/service.ts';
import { startTo, waysToStop, type WayToStop } from '../stopping.ts';
import { startBalancer } from './balancer.ts';
import { Listener } from './listener.ts';

/** Requests per second. */
const RATE = Number(process.env['LOAD_ROLLING'] ?? 30);
/** Number of restarts for each way to stop a process. By default, one process is restarted in one way. */
const STOPS = Number(process.env['LOAD_STOPS'] ?? 0);
const STREAMS = 20;
const TICK_MS = 20;

const authorization = `Basic ${Buffer.from('admin:loadloadloadloadloadload').toString('base64')}`;

describeUnless(noBalancer, 'Two processes behind HAProxy', () => {
  let database: TestDatabase;
  let ports: number[];
  let services: Service[];
  const startedIn: WayToStop[] = [];
  let url: string;
  let balancer: { stop(): Promise<void> };
  const agent = new Agent({ connections: 64, headersTimeout: 60_000, bodyTimeout: 60_000 });
  const streams = new Agent({ bodyTimeout: 0 });

  const start = (port: number, way: WayToStop) =>
    startTo(way, database.url, { PORT: String(port), SITE_URL: url, SHUTDOWN_DELAY: '3', TRUST_PROXY: '1', DATABASE_POOL: '5' });
  const [firstWay] = waysToStop as readonly [WayToStop, ...WayToStop[]];
  /** Ways to stop the next process, in order. */
  const ways = STOPS === 0 ? [waysToStop[2] ?? firstWay] : waysToStop.flatMap((way) => Array.from({ length: STOPS }, () => way));

  beforeAll(async () => {
    database = await siteDatabaseUrl();
    const front = await freePort();
    url = `http://127.0.0.1:${front}`;
    ports = await Promise.all([1, 2].map(() => freePort()));
    services = [];
    for (const [i, port] of ports.entries()) {
      startedIn[i] = ways[i] ?? firstWay;
      services.push(await start(port, startedIn[i]));
    }
    balancer = await startBalancer(front, ports);
    await sleep(2000);
  });
  afterAll(async () => {
    await agent.destroy();
    await streams.destroy();
    await balancer.stop();
    await Promise.all(services.map((service) => service.stop()));
    await database.drop();
  });

  it('can be restarted one after another without failed requests or lost stream results', async () => {
    const failed: string[] = [];
    const written: number[] = [];
    const took: number[] = [];
    let sent = 0;
    const ask = async (path: string, body?: unknown): Promise<void> => {
      const begun = performance.now();
      sent += 1;
      try {
        const answer = await request(url + path, {
          dispatcher: agent,
          method: body === undefined ? 'GET' : 'POST',
          headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }) },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await answer.body.text();
        if (answer.statusCode >= 400) failed.push(`${answer.statusCode} ${path} ${text.slice(0, 200)}`);
        if (answer.statusCode === 201) written.push((JSON.parse(text) as { id: number }).id);
      } catch (error) {
        failed.push(`${path} ${String(error)}`);
      }
      took.push(performance.now() - begun);
    };
    const kinds = [
      () => ask('/rest/core/v2/posts?per_page=5'),
      () => ask('/'),
      () => ask('/graphql', { query: '{ posts(first: 5) { nodes { databaseId title { rendered } } } }' }),
      () => ask('/rest/core/v2/categories'),
      () => ask('/rest/core/v2/users/me'),
    ];
    const listeners = Array.from({ length: STREAMS }, (_, i) => new Listener(url, streams, { 'x-front-end': String(i) }));
    await sleep(2000);

    const running = new Set<Promise<void>>();
    let due = 0;
    const begun = performance.now();
    const load = setInterval(() => {
      for (due += (RATE * TICK_MS) / 1000; due >= 1; due -= 1) {
        // about one write in twenty requests
        const one =
          sent % 20 === 0 ? ask('/rest/core/v2/posts', { title: `Post ${sent}`, status: 'publish' }) : kinds[sent % kinds.length]!();
        running.add(one);
        void one.finally(() => running.delete(one));
      }
    }, TICK_MS);
    for (const [i, way] of ways.entries()) {
      const at = i % ports.length;
      await sleep(1000);
      // started as required by the way in which it is stopped
      expect(await services[at]!.stop((startedIn[at] ?? way).how)).toBe(0);
      startedIn[at] = ways[i + ports.length] ?? firstWay;
      services[at] = await start(ports[at]!, startedIn[at]);
      await sleep(1000);
    }
    clearInterval(load);
    await Promise.all(running);
    const seconds = (performance.now() - begun) / 1000;
    await sleep(2000);
    await Promise.all(listeners.map((listener) => listener.stop()));

    took.sort((a, b) => a - b);
    const [median, p99] = [0.5, 0.99].map((part) => Math.round(took[Math.floor(took.length * part)]!));
    const resumed = listeners.reduce((sum, one) => sum + one.resumed, 0);
    process.stdout.write(
      `${ways.length} stops, ${sent} requests in ${Math.round(seconds)} s (${Math.round(sent / seconds)}/s), ${written.length} writes, ${failed.length} failed, median ${median} ms, p99 ${p99} ms; ${STREAMS} streams, ${resumed} resumed\n`,
    );
    expect(failed.slice(0, 20)).toEqual([]);
    expect(listeners.flatMap(({ faults }) => faults).slice(0, 20)).toEqual([]);
    expect(written.length).toBeGreaterThan(0);
    for (const { seen } of listeners) expect(written.filter((id) => !seen.has(id))).toEqual([]);
    expect(resumed).toBeGreaterThan(0);
  }, 3_600_000);
});
