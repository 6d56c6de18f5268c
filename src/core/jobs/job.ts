/** Recurring work outside requests. Each run happens at least once, on one of the processes, so running it twice must be harmless. */
export interface Job<Site> {
  name: string;
  /** Cron expression (UTC). */
  cron: string;
  run(site: Site): Promise<void>;
}
