import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type PrivateServer, startPrivateServer } from '../support/private-server.ts';
import { type Service, startService } from '../support/service.ts';

describe('A process with a pool of one connection, on a server without spare connections,', () => {
  let server: PrivateServer;
  let service: Service;
  let otherClient: pg.Client;
  beforeAll(async () => {
    // the first start needs one more connection for migrations
    server = await startPrivateServer({ max_connections: '3', superuser_reserved_connections: '0' });
    service = await startService(server.url, { DATABASE_POOL: '1' });
    otherClient = new pg.Client(server.url);
    await otherClient.connect();
  });
  afterAll(async () => {
    await otherClient?.end();
    await service?.kill();
    await server?.close();
  });

  it('serves requests and runs background jobs, although one of its two connections listens for notifications', async () => {
    const health = async () => (await fetch(`${service.url}/health/ready`)).json();
    await vi.waitFor(async () => expect(await health()).toMatchObject({ jobs: 'running' }), { timeout: 10_000, interval: 200 });
    const lists = await Promise.all(Array.from({ length: 20 }, () => service.rest('GET', '/core/v2/posts')));
    expect(new Set(lists.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await service.stop()).toBe(0);
    expect(service.output()).toBe('');
  });
});
