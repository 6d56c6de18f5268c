import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSiteDatabase, type TestDatabase } from '../../support/database.ts';
import { findFreePort } from '../../support/free-port.ts';
import { describeUnless, missingBalancer } from '../../support/needs.ts';
import type { Service } from '../../support/service.ts';
import { startWith, stopMethods, type StopMethod } from '../stopping.ts';
import { startBalancer } from './balancer.ts';
import { Listener } from './listener.ts';

/** Requests per second. */
const RATE = Number(process.env['LOAD_ROLLING'] ?? 30);
/** Number of restarts for each method to stop a process. By default, one process is restarted once. */
const STOPS = Number(process.env['LOAD_STOPS'] ?? 0);
const STREAMS = 20;
const TICK_MS = 20;

const authorization = `Basic ${Buffer.from('admin:loadloadloadloadloadload').toString('base64')}`;

describeUnless(missingBalancer, 'Two processes behind HAProxy', () => {
  let database: TestDatabase;
  let ports: number[];
  let services: Service[];
  const startedWith: StopMethod[] = [];
  let url: string;
  let balancer: { stop(): Promise<void> };
  const agent = new Agent({ connections: 64, headersTimeout: 60_000, bodyTimeout: 60_000 });
  const streams = new Agent({ bodyTimeout: 0 });

  const start = (port: number, method: StopMethod) =>
    startWith(method, database.url, { PORT: String(port), SITE_URL: url, SHUTDOWN_DELAY: '3', TRUST_PROXY: '1', DATABASE_POOL: '5' });
  const [firstMethod] = stopMethods as readonly [StopMethod, ...StopMethod[]];
  /** Methods to stop the next processes, in order. */
  const methods =
    STOPS === 0 ? [stopMethods[2] ?? firstMethod] : stopMethods.flatMap((method) => Array.from({ length: STOPS }, () => method));

  beforeAll(async () => {
    database = await createSiteDatabase();
    const balancerPort = await findFreePort();
    url = `http://127.0.0.1:${balancerPort}`;
    ports = await Promise.all([1, 2].map(() => findFreePort()));
    services = [];
    for (const [i, port] of ports.entries()) {
      startedWith[i] = methods[i] ?? firstMethod;
      services.push(await start(port, startedWith[i]));
    }
    balancer = await startBalancer(balancerPort, ports);
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
    const createdIds: number[] = [];
    const durations: number[] = [];
    let sent = 0;
    const send = async (path: string, body?: unknown): Promise<void> => {
      const startedAt = performance.now();
      sent += 1;
      try {
        const response = await request(url + path, {
          dispatcher: agent,
          method: body === undefined ? 'GET' : 'POST',
          headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }) },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await response.body.text();
        if (response.statusCode >= 400) failed.push(`${response.statusCode} ${path} ${text.slice(0, 200)}`);
        if (response.statusCode === 201) createdIds.push((JSON.parse(text) as { id: number }).id);
      } catch (error) {
        failed.push(`${path} ${String(error)}`);
      }
      durations.push(performance.now() - startedAt);
    };
    const reads = [
      () => send('/rest/core/v2/posts?per_page=5'),
      () => send('/'),
      () => send('/graphql', { query: '{ posts(first: 5) { nodes { databaseId title { rendered } } } }' }),
      () => send('/rest/core/v2/categories'),
      () => send('/rest/core/v2/users/me'),
    ];
    const listeners = Array.from({ length: STREAMS }, (_, i) => new Listener(url, streams, { 'x-front-end': String(i) }));
    await sleep(2000);

    const running = new Set<Promise<void>>();
    let due = 0;
    const startedAt = performance.now();
    const load = setInterval(() => {
      for (due += (RATE * TICK_MS) / 1000; due >= 1; due -= 1) {
        // about one write in twenty requests
        const sending =
          sent % 20 === 0 ? send('/rest/core/v2/posts', { title: `Post ${sent}`, status: 'publish' }) : reads[sent % reads.length]!();
        running.add(sending);
        void sending.finally(() => running.delete(sending));
      }
    }, TICK_MS);
    for (const [i, method] of methods.entries()) {
      const index = i % ports.length;
      await sleep(1000);
      // each process was started with the program that its method stops
      expect(await services[index]!.stop((startedWith[index] ?? method).target)).toBe(0);
      startedWith[index] = methods[i + ports.length] ?? firstMethod;
      services[index] = await start(ports[index]!, startedWith[index]);
      await sleep(1000);
    }
    clearInterval(load);
    await Promise.all(running);
    const seconds = (performance.now() - startedAt) / 1000;
    await sleep(2000);
    await Promise.all(listeners.map((listener) => listener.stop()));

    durations.sort((a, b) => a - b);
    const [median, p99] = [0.5, 0.99].map((fraction) => Math.round(durations[Math.floor(durations.length * fraction)]!));
    const resumed = listeners.reduce((sum, listener) => sum + listener.resumed, 0);
    process.stdout.write(
      `${methods.length} stops, ${sent} requests in ${Math.round(seconds)} s (${Math.round(sent / seconds)}/s), ${createdIds.length} writes, ${failed.length} failed, median ${median} ms, p99 ${p99} ms; ${STREAMS} streams, ${resumed} resumed\n`,
    );
    expect(failed.slice(0, 20)).toEqual([]);
    expect(listeners.flatMap(({ errors }) => errors).slice(0, 20)).toEqual([]);
    expect(createdIds.length).toBeGreaterThan(0);
    for (const { receivedIds } of listeners) expect(createdIds.filter((id) => !receivedIds.has(id))).toEqual([]);
    expect(resumed).toBeGreaterThan(0);
  }, 3_600_000);
});
