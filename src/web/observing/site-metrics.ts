import { statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import { jobDelays } from '../../core/db/background-jobs.ts';
import type { Measure } from '../../core/domain/measure.ts';
import { withTimeout } from '../../core/async/with-timeout.ts';
import type { Site } from '../../site.ts';

/** Time limit of a metric. Slower ones are omitted, so that the others are served without a database. */
const WAIT_MS = 2000;

const notAsked = (): { running: ReturnType<typeof jobDelays> | null } => ({ running: null });

/** Reads the delays of jobs. Concurrent callers share one read, because two metrics need it. */
function delaysOf(site: Site): ReturnType<typeof jobDelays> {
  const asked = site.state.of(notAsked);
  return (asked.running ??= jobDelays(site).finally(() => {
    asked.running = null;
  }));
}

const jobs: readonly Measure<Site>[] = [
  {
    name: 'marquee_jobs_failed',
    help: 'Background work that gave up and is still known: jobs failed lists it.',
    read: async (site) => (await delaysOf(site)).failed,
  },
  {
    name: 'marquee_job_delay_seconds',
    help: 'How long the background work that is most overdue waits for someone to begin it.',
    read: async (site) => (await delaysOf(site)).delay,
  },
];

/** Metric of the disk with uploads and the embedded database. */
const disk: Measure<Site> = {
  name: 'marquee_disk_bytes',
  help: 'The disk that DATA_DIRECTORY is on: its size, and what of it is free to the service.',
  label: 'part',
  async read({ config }) {
    const { bsize, blocks, bavail } = await statfs(config.dataDirectory);
    return { size: bsize * blocks, free: bsize * bavail };
  },
};

/** Registers metrics of the site. All processes under `WORKERS` report the same values, so the maximum is shown. */
export function measureSite(site: Site): void {
  const ofDomains = site.domains.flatMap(({ measures = [] }) => measures);
  for (const { name, help, label, read } of [...jobs, disk, ...ofDomains]) {
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [site.metrics],
      aggregator: 'max',
      async collect() {
        const found = await withTimeout(
          read(site).catch(() => null),
          WAIT_MS,
          null,
        );
        this.reset();
        if (found === null) {
          // a metric without a value would show 0
          if (label === undefined) this.remove();
        } else if (typeof found === 'number') this.set(found);
        else for (const [value, number] of Object.entries(found)) this.set({ [label ?? '']: value }, number);
      },
    });
  }
}
