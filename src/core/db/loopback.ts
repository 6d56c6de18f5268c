import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const largestBody = 4 * 1024 * 1024;

/** Listens on this machine only; answers the port. */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
  server.listen({ host: '127.0.0.1', port, exclusive: true });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Compares secrets without telling by the time taken where they differ. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** The JSON body of a request. Throws when it is larger than 4 MB, not JSON, or not declared as JSON (as a foreign page's form would be). */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) throw new TypeError('The body must be application/json');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) throw new RangeError('The body is too large');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** A loopback port on which nobody listens at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server, 0);
  await new Promise((done) => server.close(done));
  return port;
}
