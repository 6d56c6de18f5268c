import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy on a loopback port to a database server. Tests can interrupt and restore it while clients use it. */
export interface FlakyServer {
  /** The database URL with the host and port of the proxy. */
  url: string;
  /** Closes all connections and refuses new ones. */
  interrupt: () => Promise<void>;
  /** Accepts connections again, on the same port. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

/** Starts a proxy to the database server of a URL. */
export async function startFlakyServer(url: string): Promise<FlakyServer> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  async function listen(port: number): Promise<number> {
    server = createServer((client) => {
      const upstream = connect(Number(target.port || 5432), target.hostname);
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
      }
      client.pipe(upstream).pipe(client);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function interrupt(): Promise<void> {
    const closing = server;
    server = undefined;
    if (!closing) return;
    const closed = once(closing, 'close');
    closing.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  }

  const port = await listen(0);
  const proxyUrl = new URL(url);
  proxyUrl.host = `127.0.0.1:${port}`;
  return {
    url: proxyUrl.href,
    interrupt,
    async restore() {
      await listen(port);
    },
    close: interrupt,
  };
}
