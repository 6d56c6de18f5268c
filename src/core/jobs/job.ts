/** Work outside requests that comes back by itself. Runs at least once, on one of the processes: it must not matter when it runs twice. */
export interface Job<Site> {
  name: string;
  /** Cron expression (UTC). */
  every: string;
  run(site: Site): Promise<void>;
}
