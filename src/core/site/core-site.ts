import type { Registry } from 'prom-client';
import type { Config } from '../../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../logging/log.ts';
import type { Network } from '../outgoing/network.ts';
import type { Settings } from '../settings/settings.service.ts';
import type { State } from '../state/state.ts';
import type { Tracing } from '../tracing/tracing.ts';

/** The part of a running site that the core uses. The core is independent of domains; it passes the whole site to their functions. */
export interface CoreSite {
  config: Config;
  db: Database;
  log: Log;
  /** Metrics of this process, for `/metrics`. */
  metrics: Registry;
  settings: Settings;
  /** Key of keyed hashes and nonces; never leaves the process. */
  secretKey: string;
  /** Previous keys: existing data still works with them, new data does not use them. */
  previousKeys: readonly string[];
  /** Creates spans if tracing is configured. */
  tracing?: Tracing | undefined;
  /** Replaced parts of the network, for tests. */
  network?: Partial<Network> | undefined;
  /** In-memory state of this site. */
  state: State;
}
