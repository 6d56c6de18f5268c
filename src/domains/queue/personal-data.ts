import { type PersonalData, mentioningTexts } from '#app/core/personal-data/declaration.ts';

export const queueData: PersonalData = { queue_job: mentioningTexts('Jobs of the queue') };
