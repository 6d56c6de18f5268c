import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Returns a loopback port that is currently free. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen({ host: '127.0.0.1', port: 0, exclusive: true });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
