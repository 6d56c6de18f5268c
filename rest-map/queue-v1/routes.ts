import { item, namespace, value } from '#app/rest/table.ts';
import { failures } from './failures.ts';
import { undocumentedListParams, typeParam, pickJobs, readJob, readStatus, reportJob, runJobs } from './fields.ts';

const undocumented = { undocumentedParams: undocumentedListParams };

/** The flag `lock` decides whether the job is locked. Without it the job is only read. */
const locking = { parameter: 'lock', forms: { true: ['queueLock', item()], false: ['queueLock', item()] } } as const;

/** If the parameter `type` is empty, the operation does nothing, and the response is `body`. */
const withoutType = (operation: string, body: Readonly<Record<string, false>>) =>
  ({ parameter: 'type', forms: { '': [operation, value({ body })] } }) as const;

/** Published REST interface (document 2), "Job queue"; behavior: docs/behaviour/consent-queue-product.md 7. */
export default namespace('queue/v1', [
  // methods  path                parameters  runs           response                             options
  ['GET',     '/job/{id}',        readJob,    'queueJob',    item(),                              { alternatives: locking, example: { id: 1 } }],
  ['POST',    '/job/{id}',        runJobs,    'queueRun',    item(),                              { ...undocumented, example: { id: 1 } }],
  ['POST',    '/job/{id}/result', reportJob,  'queueReport', item(),                              { example: { id: 1, process: 1 } }],
  ['GET',     '/jobs',            pickJobs,   'queuePick',   item(),                              undocumented],
  ['DELETE',  '/jobs',            typeParam,     'queueDelete', value({ as: 'deleted' }),            { alternatives: withoutType('queueDelete', { deleted: false }), example: { type: 'xcb-scan' } }],
  ['POST',    '/jobs/retry',      typeParam,     'queueRetry',  value({ body: { updated: null } }),  { alternatives: withoutType('queueRetry', { updated: false }), example: { type: 'xcb-scan' } }],
  ['POST',    '/jobs/skip',       typeParam,     'queueSkip',   value({ body: { updated: null } }),  { alternatives: withoutType('queueSkip', { updated: false }), example: { type: 'xcb-scan' } }],
  ['GET',     '/status',          readStatus, 'queueStatus', item(),                              undocumented],
], {
  cachesResponses: false,
  failures,
  signedInHeaders: { 'Cache-Control': 'no-cache, no-store, must-revalidate, max-age=0' },
});
