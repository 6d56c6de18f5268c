import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';

/** Number of requests with odd headers, each over its own socket. */
const REQUESTS = Number(process.env['LOAD_ODD'] ?? 1000);
const AT_ONCE = 20;

const HANDSHAKE = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';
const upgrade = (protocol: string) => `Connection: Upgrade\r\nUpgrade: ${protocol}\r\n`;

const paths = [
  '/',
  '/rest/',
  '/rest/core/v2/posts',
  '/rest/core/v2/nothing',
  '/graphql',
  '/graphql?query={__typename}',
  '/sign-in',
  '/nowhere',
  '/%zz',
  '/health/live',
];
const headers = [
  `${upgrade('h2c, websocket')}HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n`,
  upgrade('h2c'),
  upgrade('websocket'),
  `${upgrade('websocket')}Sec-WebSocket-Key: short\r\nSec-WebSocket-Version: 12\r\n`,
  upgrade('websocket') + HANDSHAKE,
  upgrade('TLS/1.0'),
  upgrade('foo'),
  'Upgrade: websocket\r\n',
  'Expect: 100-continue\r\n',
  'Expect: the-impossible\r\n',
  'TE: trailers, deflate;q=0.5\r\n',
  'Connection: close, keep-alive, TE\r\n',
  'Connection: X-Request-Id\r\nKeep-Alive: timeout=9999999999\r\n',
  'Host: other.test\r\n',
  `Cookie: ${'a=b; '.repeat(2500)}\r\n`,
  `Cookie: ${'x'.repeat(40_000)}\r\n`,
  'Transfer-Encoding: gzip\r\n',
  'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n',
  'Content-Length: 3\r\nContent-Length: 4\r\n',
];
const methods = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'CONNECT', 'BREW'];

describe('Requests with odd headers', () => {
  let database: TestDatabase;
  let service: Service;
  let port: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startService(database.url, { LOG_LEVEL: 'error', SHUTDOWN_DELAY: '0' });
    port = Number(new URL(service.url).port);
  });
  afterAll(async () => {
    await service.kill();
    await database.drop();
  });

  async function open(text: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  /** Sends a request, waits for the first bytes or the end of the response, and closes the connection as browsers do. */
  async function send(text: string): Promise<string> {
    const socket = await open(text);
    const [first] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer | boolean];
    socket.resume().end();
    return Buffer.isBuffer(first) ? first.toString('latin1') : '';
  }

  const countDescriptors = () => readdirSync(`/proc/${service.child.pid}/fd`).length;
  const request = (i: number): string => {
    const method = methods[Math.floor(i / (paths.length * headers.length)) % methods.length]!;
    const path = paths[i % paths.length]!;
    const body = method === 'POST' || method === 'PUT' ? 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}' : '\r\n';
    return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers[Math.floor(i / paths.length) % headers.length]}${body}`;
  };

  it('leak no file descriptors, and the service continues', async () => {
    for (let i = 0; i < 40; i += 1) await send(request(i * 31));
    await expect
      .poll(() => fetch(`${service.url}/health/live`, { headers: { connection: 'close' } }).then(({ status }) => status))
      .toBe(200);
    const before = countDescriptors();
    let next = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < REQUESTS) await send(request(next++));
      }),
    );
    // the service itself opens a few (the database pool)
    await expect.poll(countDescriptors).toBeLessThanOrEqual(before + 4);
    expect(await fetch(`${service.url}/health/live`).then(({ status }) => status)).toBe(200);
    process.stdout.write(`${REQUESTS} requests with odd headers: ${before} descriptors before, ${countDescriptors()} after\n`);
  }, 900_000);

  it('to upgrade to an unknown protocol are served over HTTP', async () => {
    for (const protocol of ['h2c', 'foo', 'websocket', 'TLS/1.0, HTTP/2.0']) {
      const text = `GET /rest/core/v2/posts HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${upgrade(protocol)}\r\n`;
      expect([protocol, (await send(text)).split('\r\n', 1)[0]]).toEqual([protocol, 'HTTP/1.1 200 OK']);
    }
    const handshake = `GET /graphql HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${upgrade('websocket')}${HANDSHAKE}Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`;
    expect((await send(handshake)).split('\r\n', 1)[0]).toBe('HTTP/1.1 101 Switching Protocols');
  });

  it('whose sockets stay open do not keep the service from stopping within ten seconds', async () => {
    const sockets = await Promise.all(
      headers.flatMap((header) =>
        ['/', '/graphql'].map((path) => open(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${header}\r\n`)),
      ),
    );
    const startedAt = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    for (const socket of sockets) socket.destroy();
  });
});
