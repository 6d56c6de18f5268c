import pg from 'pg';
import { getSqlState } from './errors.ts';

/** SQLSTATE with which PostgreSQL refuses a connection because the role, the database or the server has reached its limit. */
const TOO_MANY_CONNECTIONS = '53300';
/** Pause before the pool tries to open more connections again. */
const RETRY_MS = 10_000;
/** Pause between two attempts while the pool has no connection. */
const PAUSE_MS = 100;

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

interface AdaptivePoolConfig extends pg.PoolConfig {
  max: number;
  connectionTimeoutMillis: number;
  connectMs: number;
  /** Session settings for the startup message, by name. */
  startup?: Readonly<Record<string, string>> | undefined;
  /** Called with each notice that the server sends before the result of a statement. */
  onNotice?: ((message: string) => void) | undefined;
}

/**
 * A connection pool that adapts to the limit of the server. If the server refuses another connection, callers wait for an existing connection instead
 * of failing. `connectionTimeoutMillis` is the maximum wait for a free connection, and `connectMs` the maximum time to open one.
 */
export class AdaptivePool extends pg.Pool {
  readonly #configuredMax: number;
  readonly #waitMs: number;
  #established = 0;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor({ connectMs, startup, onNotice, ...config }: AdaptivePoolConfig) {
    class Connection extends pg.Client {
      constructor(clientConfig?: pg.ClientConfig) {
        super({ ...clientConfig, connectionTimeoutMillis: connectMs });
        // a broken connection also rejects its query; without this listener, a connection lost between two queries would end the process
        this.on('error', () => undefined);
        if (onNotice) this.on('notice', ({ message }) => onNotice(message ?? ''));
      }

      /** Returns the parameters of the startup message. Overrides a method that is missing in the published types of the driver. */
      getStartupConf(): Record<string, string> {
        const { getStartupConf } = pg.Client.prototype as unknown as { getStartupConf(this: pg.Client): Record<string, string> };
        return { ...getStartupConf.call(this), ...startup };
      }
    }
    super({ ...config, Client: Connection });
    this.#configuredMax = config.max;
    this.#waitMs = config.connectionTimeoutMillis;
    this.on('connect', () => void (this.#established += 1));
    this.on('remove', () => void (this.#established -= 1));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    if (callback) return this.#attempt(callback, performance.now() + this.#waitMs);
    return new Promise((resolve, reject) => {
      this.#attempt((error, client) => (client ? resolve(client) : reject(error)), performance.now() + this.#waitMs);
    });
  }

  #attempt(callback: Callback, deadline: number): void {
    super.connect((error, client, done) => {
      if (!error || getSqlState(error) !== TOO_MANY_CONNECTIONS || performance.now() > deadline || this.ending)
        return callback(error, client, done);
      this.#backOff();
      if (this.#established > 0) this.#attempt(callback, deadline);
      else setTimeout(() => this.#attempt(callback, deadline), PAUSE_MS);
    });
  }

  #backOff(): void {
    this.options.max = Math.max(1, this.#established);
    if (this.#retryTimer) return;
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.options.max = this.#configuredMax;
    }, RETRY_MS).unref();
  }
}
