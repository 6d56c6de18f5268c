import type { Registry } from 'prom-client';
import type { Config } from '../../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../logging/log.ts';
import type { Network } from '../outgoing/network.ts';
import type { Settings } from '../settings/settings.service.ts';
import type { State } from '../state/state.ts';
import type { Tracing } from '../tracing/tracing.ts';

/** The part of a running site that the core uses. The core does not depend on domains. It passes the whole site to their functions. */
export interface CoreSite {
  config: Config;
  db: Database;
  log: Log;
  /** Metrics of this process, for `/metrics`. */
  metrics: Registry;
  settings: Settings;
  /** Key of keyed hashes and nonces. It never leaves the process. */
  secretKey: string;
  /** Previous keys. They still verify and decrypt existing data, but are not used for new data. */
  previousKeys: readonly string[];
  /** Creates spans if tracing is configured. */
  tracing?: Tracing | undefined;
  /** Replacements for parts of the network, for tests. */
  network?: Partial<Network> | undefined;
  /** In-memory state of this site. */
  state: State;
}
