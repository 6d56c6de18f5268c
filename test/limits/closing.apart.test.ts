import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { mountClosing } from '../../src/web/closing.ts';
import { createTestDatabase } from '../support/database.ts';
import { startService } from '../support/service.ts';

/** More bytes than the socket buffers between two processes hold. */
const longText = 'x'.repeat(24_000_000);

/** Sends a request and never reads the response. */
async function sendWithoutReading(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: site.test\r\n\r\n`;
const halfBody = 'POST / HTTP/1.1\r\nHost: site.test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
const halfHeader = 'GET / HTTP/1.1\r\nHost: ';
const waitBriefly = () => new Promise((resolve) => setTimeout(resolve, 200));

describe('Closing the HTTP server', () => {
  async function startServer(deadlineMs: number): Promise<{ http: FastifyInstance; port: number }> {
    const http = fastify({ forceCloseConnections: 'idle', return503OnClosing: false, pluginTimeout: 30_000 });
    const { registerClosing } = mountClosing(http, deadlineMs);
    http.get('/', async () => longText);
    http.post('/', async () => 'thanks');
    await http.register(registerClosing);
    await http.listen({ host: '127.0.0.1', port: 0 });
    return { http, port: (http.server.address() as { port: number }).port };
  }

  it('waits for responses that clients are still reading', async () => {
    const { http, port } = await startServer(5000);
    const response = await fetch(`http://127.0.0.1:${port}/`);
    const closing = http.close();
    await waitBriefly();
    expect((await response.text()).length).toBe(longText.length);
    await closing;
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  it('waits at most until the deadline for clients that never read or never finish their request', async () => {
    const { http, port } = await startServer(600);
    const clients = await Promise.all([get('/'), halfBody, halfHeader].map((text) => sendWithoutReading(port, text)));
    await waitBriefly();
    const startedAt = Date.now();
    await http.close();
    expect(Date.now() - startedAt).toBeGreaterThan(500);
    expect(Date.now() - startedAt).toBeLessThan(15_000);
    for (const client of clients) client.destroy();
  });

  it('does not wait if there are no requests', async () => {
    const { http, port } = await startServer(60_000);
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    await http.close();
  });
});

describe('The service', () => {
  it('stops in time even if a client never reads its response', async () => {
    const { url, drop } = await createTestDatabase();
    const service = await startService(url);
    try {
      for (let n = 0; n < 4; n += 1)
        await service.rest('POST', '/core/v2/posts', { body: { title: 'Long', content: 'x'.repeat(6_000_000), status: 'publish' } });
      const client = await sendWithoutReading(Number(new URL(service.url).port), get('/rest/core/v2/posts'));
      await once(client, 'readable');
      const startedAt = Date.now();
      expect(await service.stop()).toBe(0);
      expect(Date.now() - startedAt).toBeGreaterThan(5_000);
      expect(Date.now() - startedAt).toBeLessThan(20_000);
      client.destroy();
    } finally {
      await service.kill();
      await drop();
    }
  });
});
