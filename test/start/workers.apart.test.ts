import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';

describe('WORKERS=2', () => {
  let service: Service;
  let drop = async () => undefined as void;
  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    service = await startService(database.url, { WORKERS: '2', LOG_LEVEL: 'info' });
  });
  afterAll(async () => {
    await service.kill();
    await drop();
  });

  const childrenOf = (pid: number): number[] =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  const listWorkers = () => childrenOf(service.child.pid!);
  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  /** Sends each request over its own connection, so that the workers share them. */
  const requestRepeatedly = async (path: string, times: number) => {
    for (let i = 0; i < times; i += 1)
      expect((await fetch(`${service.url}${path}`, { headers: { connection: 'close' } })).status).toBe(200);
  };

  async function readRequestCount(): Promise<number> {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const line = /^marquee_http_request_duration_seconds_count\{face="rest",route="\/vendor\/tickets\/v1\/cart"[^}]*\} (\d+)$/m;
    return Number(line.exec(text)?.[1] ?? 0);
  }

  it('serves one port from two processes, and sums their metrics', async () => {
    await expect.poll(() => service.output().split('Server listening').length).toBe(3);
    expect(listWorkers()).toHaveLength(2);
    await requestRepeatedly('/rest/vendor/tickets/v1/cart', 20);
    expect(await readRequestCount()).toBe(20);
  });

  it('continues when a worker dies, and replaces it', async () => {
    const [worker] = listWorkers();
    process.kill(worker!, 'SIGKILL');
    await expect.poll(() => isRunning(worker!)).toBe(false);
    await requestRepeatedly('/rest/vendor/tickets/v1/cart', 10);
    await expect.poll(() => listWorkers().length).toBe(2);
    expect(listWorkers()).not.toContain(worker);
    expect(service.output()).toContain('a worker ended and will be replaced');
  });

  it('stops all workers', async () => {
    const workers = listWorkers();
    expect(await service.stop()).toBe(0);
    expect(workers.filter(isRunning)).toEqual([]);
  });

  it('leaves no worker behind if the main process is killed', async () => {
    const database = await createTestDatabase();
    const other = await startService(database.url, { WORKERS: '2' });
    const workers = childrenOf(other.child.pid!);
    await other.kill();
    await expect.poll(() => workers.filter(isRunning)).toEqual([]);
    await database.drop();
  });
});
