import pg from 'pg';
import type { Log } from '../logging/log.ts';

type Receive = (payload: string) => void;
interface Listening {
  onPayload: Receive;
  onGap: (() => void) | undefined;
  onLoss: (() => void) | undefined;
}

/** A separate connection for LISTEN. It is opened for the first channel and reopened whenever it is lost. */
export interface ServerListener {
  listen: (channel: string, onPayload: Receive, onGap?: () => void, onLoss?: () => void) => Promise<() => Promise<void>>;
  close: () => Promise<void>;
}

const aliveEveryMs = 1_500;
const longestPauseMs = 5_000;

/**
 * Listens on a PostgreSQL server. Notifications are lost while the connection is down. `onLoss` is called when the loss is detected (within about three
 * seconds even if the server vanished silently), `onGap` when the connection is restored.
 */
export function serverListener(config: pg.ClientConfig, log?: Log): ServerListener {
  const channels = new Map<string, Set<Listening>>();
  let connection: Promise<pg.Client> | undefined;
  let current: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let alive: NodeJS.Timeout | undefined;
  let asked = false;
  let closed = false;

  async function open(): Promise<pg.Client> {
    const client = new pg.Client({ ...config, keepAlive: true, query_timeout: 10_000 });
    client.on('error', (error) => lose(client, error));
    client.on('end', () => lose(client));
    client.on('notification', ({ channel, payload }) => {
      for (const listening of channels.get(channel) ?? []) listening.onPayload(payload ?? '');
    });
    try {
      await client.connect();
      for (const channel of channels.keys()) await client.query(`LISTEN ${channel}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    current = client;
    alive = setInterval(() => askWhetherAlive(client), aliveEveryMs);
    alive.unref();
    return client;
  }

  /** Pings the server. A ping without a response before the next one is due counts as failed. */
  function askWhetherAlive(client: pg.Client): void {
    if (asked) return lose(client, new Error('the server does not answer any more'));
    asked = true;
    client.query('SELECT 1').then(
      () => (asked = false),
      (error: Error) => lose(client, error),
    );
  }

  function lose(client: pg.Client, error?: Error): void {
    if (client !== current) return;
    current = undefined;
    asked = false;
    for (const listenings of channels.values()) for (const { onLoss } of listenings) onLoss?.();
    clearInterval(alive);
    client.end().catch(() => undefined);
    if (closed) return;
    log?.warn({ err: error }, 'the connection for notifications is lost');
    reconnect(100);
  }

  function reconnect(pauseMs: number): void {
    retry = setTimeout(() => {
      connection = open();
      connection.then(
        () => {
          for (const listenings of channels.values()) for (const { onGap } of listenings) onGap?.();
        },
        () => {
          if (!closed) reconnect(Math.min(pauseMs * 2, longestPauseMs));
        },
      );
    }, pauseMs);
    retry.unref();
  }

  return {
    async listen(channel, onPayload, onGap, onLoss) {
      const listening = { onPayload, onGap, onLoss };
      const first = !channels.has(channel);
      channels.set(channel, (channels.get(channel) ?? new Set()).add(listening));
      try {
        const fresh = connection === undefined;
        connection ??= open();
        const client = await connection;
        if (first && !fresh) await client.query(`LISTEN ${channel}`);
      } catch (error) {
        forget(channel, listening);
        if (current === undefined && retry === undefined) connection = undefined;
        throw error;
      }
      return async () => {
        if (forget(channel, listening)) await current?.query(`UNLISTEN ${channel}`).catch(() => undefined);
      };
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(alive);
      const client = current;
      current = undefined;
      await client?.end().catch(() => undefined);
    },
  };

  /** Removes a listener. Returns true if the channel has no other listeners. */
  function forget(channel: string, listening: Listening): boolean {
    const listenings = channels.get(channel);
    listenings?.delete(listening);
    return listenings?.size === 0 && channels.delete(channel);
  }
}
