import { defineDomain } from '#app/site.ts';
import { runQueueJobs } from './queue.jobs.ts';
import { queueData } from './personal-data.ts';

/** Queue of jobs. Clients run some of them, the service runs the others. */
export const queue = defineDomain({ name: 'queue', workTables: ['queue_job'], personalData: queueData, jobs: [runQueueJobs] });
