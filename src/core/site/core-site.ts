import type { Registry } from 'prom-client';
import type { Config } from '../../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../logging/log.ts';
import type { Network } from '../outgoing/network.ts';
import type { Settings } from '../settings/settings.service.ts';
import type { State } from '../state/state.ts';
import type { Tracing } from '../tracing/tracing.ts';

/** What the core works with of a running site. It knows no domains: what they declare takes the whole site, which the core hands on. */
export interface CoreSite {
  config: Config;
  db: Database;
  log: Log;
  /** What this process counts, for `/metrics`. */
  metrics: Registry;
  settings: Settings;
  /** Key of keyed hashes and nonces; never leaves the process. */
  secretKey: string;
  /** Previous keys: what they made still works, and nothing new is made with them. */
  previousKeys: readonly string[];
  /** Makes spans, where traces are sent somewhere. */
  tracing?: Tracing | undefined;
  /** What of the network is not as usual; for tests. */
  network?: Partial<Network> | undefined;
  /** What is kept in memory for this site. */
  state: State;
}
