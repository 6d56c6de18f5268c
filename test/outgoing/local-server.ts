import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local test server with the requests that it received. */
export interface LocalServer {
  port: number;
  seen: IncomingMessage[];
  close(): Promise<void>;
}

/** Starts a server on a free port of the loopback interface. */
export async function startServer(handle: RequestListener): Promise<LocalServer> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
