import { defineDomain } from '#app/site.ts';
import { runQueueJobs } from './queue.jobs.ts';
import { queueData } from './personal-data.ts';

/** Queue of jobs that clients and the service run. */
export const queue = defineDomain({ name: 'queue', workTables: ['queue_job'], personalData: queueData, jobs: [runQueueJobs] });
