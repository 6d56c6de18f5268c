import { defineDomain } from '#app/site.ts';
import { workQueueOff } from './queue.jobs.ts';
import { queueData } from './personal-data.ts';

/** The queue of jobs that clients see and work on. */
export const queue = defineDomain({ name: 'queue', workTables: ['queue_job'], personalData: queueData, jobs: [workQueueOff] });
