import type { Site } from '../site.ts';

/** Work outside requests. Runs at least once, on one of the processes: it must not matter when it runs twice. */
export interface Job<T = null> {
  name: string;
  /** Cron expression (UTC) of work that comes back by itself. */
  every?: string;
  /** Attempts after the first. */
  retries?: number;
  run(site: Site, data: T): Promise<void>;
}

/** Names a piece of work. */
export function job<T = null>(definition: Job<T>): Job<T> {
  return definition;
}
