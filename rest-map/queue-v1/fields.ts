import { flag, integer, number, text, wholePart } from '#app/rest/table.ts';
import { containsWord, jsonValue, numbersOrZero } from './parameters.ts';

/** Published REST interface (document 2), "Job queue"; behavior: docs/behaviour/consent-queue-product.md 7. */

const additionalData = text({ description: 'Additional parts of the response, separated by commas: `xcb-scan-list`, `xcb-scan-notice`, `xcb-db-consent-v2`.' });

const requestsPart = (name: string) => containsWord(name, { alternativeName: 'additionalData' });

/** Parts of the status that `additionalData` requests. */
export const undocumentedListParams = { scanList: requestsPart('xcb-scan-list'), scanNotice: requestsPart('xcb-scan-notice'), migration: requestsPart('xcb-db-consent-v2') };

const type = text({ default: '', description: 'Type of the jobs.' });
const id = integer({ required: true, from: 'path', description: 'ID of the job.' });

export const readJob = {
  id,
  lock: flag({ description: 'True locks the job before it is returned, false unlocks it. If omitted, the lock is unchanged.' }),
};

export const runJobs = {
  id,
  try: numbersOrZero({ description: 'IDs of further jobs, separated by commas.' }),
  additionalData,
};

export const reportJob = {
  id,
  process: number({ required: true, description: 'Units of work done so far.' }),
  errorCode: text({ description: 'Error code. If present, the job is marked as failed.' }),
  errorMessage: text({ description: 'Human-readable error message.' }),
  errorData: jsonValue({ description: 'Additional error data, as JSON.' }),
};

export const pickJobs = {
  after: wholePart({ min: 0, max: 2_147_483_647, description: 'Returns only jobs with an ID greater than this.' }),
  ids: numbersOrZero({ description: 'Returns only jobs with these IDs, in any state. IDs separated by commas.' }),
  additionalData,
};

export const typeParam = { type };
export const readStatus = { additionalData };
