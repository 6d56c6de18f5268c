import { statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import { getJobDelays } from '../../core/db/background-jobs.ts';
import type { Measure } from '../../core/domain/measure.ts';
import { withTimeout } from '../../core/async/with-timeout.ts';
import type { Site } from '../../site.ts';

/** Time limit for reading a metric. Slower metrics are omitted, so that the others are served even without the database. */
const READ_TIMEOUT_MS = 2000;

const createSharedRead = (): { running: ReturnType<typeof getJobDelays> | null } => ({ running: null });

/** Reads the delays of jobs. Concurrent callers share one read, because two metrics need it. */
function readDelays(site: Site): ReturnType<typeof getJobDelays> {
  const sharedRead = site.state.getOrCreate(createSharedRead);
  return (sharedRead.running ??= getJobDelays(site).finally(() => {
    sharedRead.running = null;
  }));
}

const jobs: readonly Measure<Site>[] = [
  {
    name: 'marquee_jobs_failed',
    help: 'Failed background jobs that are still stored; "jobs failed" lists them.',
    read: async (site) => (await readDelays(site)).failed,
  },
  {
    name: 'marquee_job_delay_seconds',
    help: 'Delay of the most overdue background job.',
    read: async (site) => (await readDelays(site)).delay,
  },
];

/** Metric of the disk with uploads and the embedded database. */
const disk: Measure<Site> = {
  name: 'marquee_disk_bytes',
  help: 'Size and free space of the disk with DATA_DIRECTORY.',
  label: 'part',
  async read({ config }) {
    const { bsize, blocks, bavail } = await statfs(config.dataDirectory);
    return { size: bsize * blocks, free: bsize * bavail };
  },
};

/** Registers metrics of the site. With `WORKERS`, all processes report the same values, so the maximum is shown. */
export function registerSiteMetrics(site: Site): void {
  const domainMeasures = site.domains.flatMap(({ measures = [] }) => measures);
  for (const { name, help, label, read } of [...jobs, disk, ...domainMeasures]) {
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [site.metrics],
      aggregator: 'max',
      async collect() {
        const values = await withTimeout(
          read(site).catch(() => null),
          READ_TIMEOUT_MS,
          null,
        );
        this.reset();
        if (values === null) {
          // a metric without a value would show 0
          if (label === undefined) this.remove();
        } else if (typeof values === 'number') this.set(values);
        else for (const [value, number] of Object.entries(values)) this.set({ [label ?? '']: value }, number);
      },
    });
  }
}
