import { type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

export const queueData: PersonalData = { queue_job: texts('Jobs of the queue') };
