import pg from 'pg';
import { sqlState } from './errors.ts';

/** What PostgreSQL says when it has no connection left for this role, this database or anyone. */
const tooManyConnections = '53300';
/** How long a pool is content with what it has before it asks for more again. */
const contentMs = 10_000;
const pauseMs = 100;

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

interface ModestPoolConfig extends pg.PoolConfig {
  max: number;
  connectionTimeoutMillis: number;
  connectMs: number;
  /** Settings of a session that are sent by name when a connection begins. */
  startup?: Readonly<Record<string, string>> | undefined;
  /** Is called with each message that the server sends before the result of a statement. */
  onNotice?: ((message: string) => void) | undefined;
}

/**
 * A pool that makes do with the connections the server has left: where it is refused another one, requests wait for those that it has, instead
 * of failing. `connectionTimeoutMillis` is the longest wait for a free connection, `connectMs` the longest for a new one to be made.
 */
export class AdaptivePool extends pg.Pool {
  readonly #wanted: number;
  readonly #waitMs: number;
  #established = 0;
  #again: NodeJS.Timeout | undefined;

  constructor({ connectMs, startup, onNotice, ...config }: ModestPoolConfig) {
    class Connection extends pg.Client {
      constructor(given?: pg.ClientConfig) {
        super({ ...given, connectionTimeoutMillis: connectMs });
        // a connection that breaks rejects its query; without a listener it would end the process while it is in use between two queries
        this.on('error', () => undefined);
        if (onNotice) this.on('notice', ({ message }) => onNotice(message ?? ''));
      }

      /** What the driver says of itself when a connection begins; not in its published types. */
      getStartupConf(): Record<string, string> {
        const { getStartupConf } = pg.Client.prototype as unknown as { getStartupConf(this: pg.Client): Record<string, string> };
        return { ...getStartupConf.call(this), ...startup };
      }
    }
    super({ ...config, Client: Connection });
    this.#wanted = config.max;
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

  #attempt(callback: Callback, until: number): void {
    super.connect((error, client, done) => {
      if (!error || sqlState(error) !== tooManyConnections || performance.now() > until || this.ending)
        return callback(error, client, done);
      this.#backOff();
      if (this.#established > 0) this.#attempt(callback, until);
      else setTimeout(() => this.#attempt(callback, until), pauseMs);
    });
  }

  #backOff(): void {
    this.options.max = Math.max(1, this.#established);
    if (this.#again) return;
    this.#again = setTimeout(() => {
      this.#again = undefined;
      this.options.max = this.#wanted;
    }, contentMs).unref();
  }
}
