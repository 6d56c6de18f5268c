import pg from 'pg';
import type { Log } from '../logging/log.ts';

type Receive = (payload: string) => void;
/** A listener of a channel. */
interface Listener {
  onPayload: Receive;
  onGap: (() => void) | undefined;
  onLoss: (() => void) | undefined;
}

/** A separate connection for LISTEN. It is opened for the first listener, and opened again whenever it is lost. */
export interface ServerListener {
  listen: (channel: string, onPayload: Receive, onGap?: () => void, onLoss?: () => void) => Promise<() => Promise<void>>;
  close: () => Promise<void>;
}

const PING_INTERVAL_MS = 1_500;
const MAX_PAUSE_MS = 5_000;

/**
 * Listens for notifications of a PostgreSQL server. Notifications are lost while the connection is down. `onLoss` is called when the loss is
 * detected, which takes up to about three seconds if the server vanishes silently. `onGap` is called when the connection is restored.
 */
export function createServerListener(config: pg.ClientConfig, log?: Log): ServerListener {
  const channels = new Map<string, Set<Listener>>();
  let connection: Promise<pg.Client> | undefined;
  let current: pg.Client | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let pingTimer: NodeJS.Timeout | undefined;
  let isPinging = false;
  let isClosed = false;

  async function openConnection(): Promise<pg.Client> {
    const client = new pg.Client({ ...config, keepAlive: true, query_timeout: 10_000 });
    client.on('error', (error) => handleLoss(client, error));
    client.on('end', () => handleLoss(client));
    client.on('notification', ({ channel, payload }) => {
      for (const listener of channels.get(channel) ?? []) listener.onPayload(payload ?? '');
    });
    try {
      await client.connect();
      for (const channel of channels.keys()) await client.query(`LISTEN ${channel}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    current = client;
    pingTimer = setInterval(() => ping(client), PING_INTERVAL_MS);
    pingTimer.unref();
    return client;
  }

  /** Pings the server. If there is no response to the previous ping, treats the connection as lost. */
  function ping(client: pg.Client): void {
    if (isPinging) return handleLoss(client, new Error('the server no longer responds'));
    isPinging = true;
    client.query('SELECT 1').then(
      () => (isPinging = false),
      (error: Error) => handleLoss(client, error),
    );
  }

  /** Closes the current connection, calls `onLoss` of all listeners, and reconnects unless the listener is closed. Ignores earlier connections. */
  function handleLoss(client: pg.Client, error?: Error): void {
    if (client !== current) return;
    current = undefined;
    isPinging = false;
    for (const listeners of channels.values()) for (const { onLoss } of listeners) onLoss?.();
    clearInterval(pingTimer);
    client.end().catch(() => undefined);
    if (isClosed) return;
    log?.warn({ err: error }, 'the connection for notifications is lost');
    reconnect(100);
  }

  function reconnect(pauseMs: number): void {
    retryTimer = setTimeout(() => {
      connection = openConnection();
      connection.then(
        () => {
          for (const listeners of channels.values()) for (const { onGap } of listeners) onGap?.();
        },
        () => {
          if (!isClosed) reconnect(Math.min(pauseMs * 2, MAX_PAUSE_MS));
        },
      );
    }, pauseMs);
    retryTimer.unref();
  }

  return {
    async listen(channel, onPayload, onGap, onLoss) {
      const listener = { onPayload, onGap, onLoss };
      const isFirst = !channels.has(channel);
      channels.set(channel, (channels.get(channel) ?? new Set()).add(listener));
      try {
        const isNew = connection === undefined;
        connection ??= openConnection();
        const client = await connection;
        if (isFirst && !isNew) await client.query(`LISTEN ${channel}`);
      } catch (error) {
        removeListener(channel, listener);
        if (current === undefined && retryTimer === undefined) connection = undefined;
        throw error;
      }
      return async () => {
        if (removeListener(channel, listener)) await current?.query(`UNLISTEN ${channel}`).catch(() => undefined);
      };
    },
    async close() {
      isClosed = true;
      clearTimeout(retryTimer);
      clearInterval(pingTimer);
      const client = current;
      current = undefined;
      await client?.end().catch(() => undefined);
    },
  };

  /** Removes a listener. Returns true if the channel has no other listeners. */
  function removeListener(channel: string, listener: Listener): boolean {
    const listeners = channels.get(channel);
    listeners?.delete(listener);
    return listeners?.size === 0 && channels.delete(channel);
  }
}
