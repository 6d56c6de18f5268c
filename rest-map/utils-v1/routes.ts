import { namespace, value } from '#app/rest/table.ts';
import { dismissRating, createFeedback } from './fields.ts';

/** Published REST interface (document 2), "Utilities"; behavior: docs/behaviour/consent-queue-product.md 8. */
export default namespace('utils/v1', [
  // methods  path                      parameters     runs                  response                                 options
  ['POST',    '/feedback/{slug}',       createFeedback,  'utilsFeedback',      value({ at: ['parts'], as: 'result' }),  { example: { slug: 'consent-banner', reason: 'other', note: 'A note.' } }],
  ['DELETE',  '/rating/{slug}/dismiss', dismissRating, 'utilsDismissRating', value({ as: 'result', empty: false }),   { example: { slug: 'consent-banner' } }],
], {
  signedInHeaders: { 'Cache-Control': 'no-cache, no-store, must-revalidate, max-age=0' },
  segments: { slug: '[A-Za-z0-9_-]+' },
});
