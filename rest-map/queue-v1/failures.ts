import type { PublishedFailures } from '#app/rest/table.ts';

/** What queue/v1 publishes for the failures of the domain. */
export const failures: PublishedFailures = {
  queue_job_not_found: { code: 'rest_not_found', status: 404, message: null },
};
