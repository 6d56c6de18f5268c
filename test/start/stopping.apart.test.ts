import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, it, describe } from 'vitest';
import { createSiteDatabase, type TestDatabase } from '../support/database.ts';
import type { Service } from '../support/service.ts';
import { startWith, stopMethods } from './stopping.ts';

/** Clients that send one request after another over keep-alive connections. */
const CLIENTS = 12;
const path = '/rest/core/v2/posts?per_page=3';

interface Outcome {
  /** Number of responses. */
  served: number;
  /** Number of responses that closed their connection. */
  closing: number;
  errors: string[];
}

/** Sends requests until a response closes the connection, as a load balancer would before it uses another process. */
async function sendRequests(url: string, agent: Agent, outcome: Outcome): Promise<void> {
  for (;;) {
    try {
      const { statusCode, headers, body } = await request(url + path, { dispatcher: agent });
      await body.text();
      outcome.served += 1;
      if (statusCode !== 200) outcome.errors.push(`status ${statusCode}`);
      if (headers['connection'] === 'close') {
        outcome.closing += 1;
        return;
      }
    } catch (error) {
      outcome.errors.push(`${(error as NodeJS.ErrnoException).code} ${String(error)}`);
      return;
    }
    await sleep(5);
  }
}

describe('Stopping a process', () => {
  let database: TestDatabase;
  let service: Service | undefined;
  beforeAll(async () => {
    database = await createSiteDatabase();
  });
  afterAll(async () => {
    await service?.kill();
    await database.drop();
  });

  it.each([...stopMethods.map((method) => ({ ...method, delay: 1 })), { ...stopMethods[0]!, delay: 0 }])(
    'interrupts no response with SHUTDOWN_DELAY=$delay, even after repeated signals: $name',
    async ({ delay, ...method }) => {
      service = await startWith(method, database.url, { SHUTDOWN_DELAY: String(delay) });
      const agents = Array.from({ length: CLIENTS }, () => new Agent({ connections: 1 }));
      const outcome: Outcome = { served: 0, closing: 0, errors: [] };
      const clients = agents.map((agent) => sendRequests(service!.url, agent, outcome));
      await expect.poll(() => outcome.served).toBeGreaterThan(CLIENTS * 4);
      const startedAt = performance.now();
      const stopped = service.stop(method.target);
      service.child.kill('SIGTERM');
      service.child.kill('SIGINT');
      expect(await stopped).toBe(0);
      expect(performance.now() - startedAt).toBeGreaterThan(delay * 1000);
      await Promise.all([...clients, ...agents.map((agent) => agent.close())]);
      expect(outcome.errors).toEqual([]);
      expect(outcome.closing).toBe(CLIENTS);
    },
  );
});
