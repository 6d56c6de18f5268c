import type { QueueJobType, Remedy } from '#app/core/jobs/queue-job-type.ts';
import type { Site } from '#app/site.ts';
import { SCAN_JOB, SCAN_STARTER_JOB } from './queue.service.ts';

const listRemedies = ({ config }: Site): readonly Remedy[] => [
  { url: `${config.siteUrl}/graphql`, linkText: 'Open the scanner' },
  { action: 'delete', linkText: 'Cancel the scan' },
  { action: 'skip', linkText: 'Skip these pages' },
];

/** Queued work that the browsers of administrators do. */
export const scanWork: readonly QueueJobType<Site>[] = [
  {
    type: SCAN_JOB,
    label: 'Scan of a page',
    description: 'Some pages could not be scanned. It is unknown what they load from other sites.',
    remedies: listRemedies,
  },
  {
    type: SCAN_STARTER_JOB,
    label: 'Start of a scan',
    description: 'The scan of the whole site could not be started.',
    remedies: listRemedies,
  },
];
