/** Recurring work outside requests. One process runs it each time. A run may be repeated, so running it twice must be harmless. */
export interface Job<Site> {
  name: string;
  /** Cron expression in UTC. */
  cron: string;
  run(site: Site): Promise<void>;
}
