import { flag, integer, number, text, wholePart } from '#app/rest/table.ts';
import { jsonValue, namesWord, numbersOrZero } from './parameters.ts';

/** Document 2, "Job queue"; behavior: consent-queue-product.md 7. */

const additionalData = text({ description: 'Names of what else is answered, with commas: `xcb-scan-list`, `xcb-scan-notice`, `xcb-db-consent-v2`.' });

const asked = (name: string) => namesWord(name, { otherName: 'additionalData' });

/** Parts of the status that `additionalData` requests. */
export const undocumentedListParams = { scanList: asked('xcb-scan-list'), scanNotice: asked('xcb-scan-notice'), migration: asked('xcb-db-consent-v2') };

const type = text({ default: '', description: 'What kind of work.' });
const id = integer({ required: true, from: 'path', description: 'Number of the job.' });

export const readJob = {
  id,
  lock: flag({ description: 'First says that it is being worked on, or no longer.' }),
};

export const runJobs = {
  id,
  try: numbersOrZero({ description: 'Numbers of further jobs, with commas.' }),
  additionalData,
};

export const reportJob = {
  id,
  process: number({ required: true, description: 'So much of it is done now.' }),
  errorCode: text({ description: 'Name of what went wrong; the job has failed.' }),
  errorMessage: text({ description: 'The same for people.' }),
  errorData: jsonValue({ description: 'Facts beside it, as JSON.' }),
};

export const pickJobs = {
  after: wholePart({ least: 0, most: 2_147_483_647, description: 'Only jobs with larger numbers.' }),
  ids: numbersOrZero({ description: 'Only these jobs, in whatever state: numbers with commas.' }),
  additionalData,
};

export const ofType = { type };
export const readStatus = { additionalData };
