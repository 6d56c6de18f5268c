import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy on a loopback port to a real database server, which tests can interrupt and restore while clients use it. */
export interface FlakyServer {
  /** The database URL with host and port of the proxy. */
  url: string;
  /** Cuts all connections and refuses new ones. */
  takeAway: () => Promise<void>;
  /** Accepts connections again, on the same port. */
  giveBack: () => Promise<void>;
  close: () => Promise<void>;
}

/** Starts a proxy to the database server of a URL. */
export async function flakyServer(url: string): Promise<FlakyServer> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  async function listen(port: number): Promise<number> {
    server = createServer((near) => {
      const far = connect(Number(target.port || 5432), target.hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function takeAway(): Promise<void> {
    const gone = server;
    server = undefined;
    if (!gone) return;
    const closed = once(gone, 'close');
    gone.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  }

  const port = await listen(0);
  const address = new URL(url);
  address.host = `127.0.0.1:${port}`;
  return {
    url: address.href,
    takeAway,
    async giveBack() {
      await listen(port);
    },
    close: takeAway,
  };
}
