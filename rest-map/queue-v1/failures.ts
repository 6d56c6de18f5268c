import type { PublishedFailures } from '#app/rest/table.ts';

/** Published failures of queue/v1. */
export const failures: PublishedFailures = {
  queue_job_not_found: { code: 'rest_not_found', status: 404, message: null },
};
