import { CREATE, item, namespace, value } from '#app/rest/table.ts';
import { batch, batchAlso, state } from './fields.ts';

/** Document 1, "Import callbacks"; behaviour: events.md 5. */
export default namespace('vendor/event-aggregator/v1', [
  // methods  path                          parameters  runs                answers with                            options
  [CREATE,    '/import/{import_id}/batch',  batch,      'aggregatorBatch',  item(),                                 { also: batchAlso }],
  [CREATE,    '/import/{import_id}/state',  state,      'aggregatorState',  value({ body: { status: 'success' } })],
], { segments: { import_id: '\\w+' } });
