import type { QueuedWork, Remedy } from '#app/core/jobs/queued-work.ts';
import type { Site } from '#app/site.ts';
import { SCAN_JOB, SCAN_STARTER_JOB } from './queue.service.ts';

const remedies = ({ config }: Site): readonly Remedy[] => [
  { url: `${config.siteUrl}/graphql`, linkText: 'Look at the scanner' },
  { action: 'delete', linkText: 'Cancel the scan' },
  { action: 'skip', linkText: 'Skip these pages' },
];

/** Work that clients of administrators do, page by page. */
export const scanWork: readonly QueuedWork<Site>[] = [
  {
    type: SCAN_JOB,
    label: 'Scan of a page',
    description: 'Some pages could not be scanned. What they load from elsewhere is not known.',
    remedies,
  },
  {
    type: SCAN_STARTER_JOB,
    label: 'Begin of a scan',
    description: 'The scan of the whole site could not begin.',
    remedies,
  },
];
