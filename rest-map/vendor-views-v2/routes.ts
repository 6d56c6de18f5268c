import { item, namespace } from '#app/rest/table.ts';
import { undocumentedReadParams, view } from './fields.ts';

/** Published REST interface (document 1), "Calendar views"; behavior: docs/behaviour/events.md 4. */
export default namespace('vendor/views/v2', [
  // methods         path     parameters  runs           response
  [['GET', 'POST'], '/html', view, 'viewsV2Html', item(), { undocumentedParams: undocumentedReadParams, example: { u: '/events/month/2026-12/', view: 'month', tvn1: '0123456789' } }],
]);
