import { item, namespace, value } from '#app/rest/table.ts';
import { batch, undocumentedBatchParams, state } from './fields.ts';

/** Example request of the import service after the first of two batches. */
const exampleBatch = { batch_hash: '0123456789abcdef0123456789abcdef', status: { data: { total: 40, done: 20 }, batch: { total: 2, done: 0 } }, percentage_complete: 50 };

/** Published REST interface (document 1), "Import callbacks"; behavior: docs/behaviour/events.md 5. */
export default namespace('vendor/event-aggregator/v1', [
  // methods  path                          parameters  runs                response                                options
  ['POST',    '/import/{import_id}/batch',  batch,      'aggregatorBatch',  item(),                                 { undocumentedParams: undocumentedBatchParams, example: exampleBatch }],
  ['POST',    '/import/{import_id}/state',  state,      'aggregatorState',  value({ body: { status: 'success' } })],
], { segments: { import_id: '\\w+' } });
