import type { Registry } from 'prom-client';
import type { Config } from './config/config.ts';
import type { Database } from './core/db/database.ts';
import type { Domain } from './core/domain/domain.ts';
import type { Log } from './core/logging/log.ts';
import type { Settings } from './core/settings/settings.service.ts';

/** What every service works with: one running site. Services take it as their first argument. */
export interface Site {
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
  /** What the service is made of. */
  domains: readonly Domain[];
}
