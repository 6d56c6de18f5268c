import { item, namespace, value } from '#app/rest/table.ts';
import { failures } from './failures.ts';
import { undocumentedRegisterParams, siteParams, register, sendFeedback, showAnnouncements } from './fields.ts';

const success = value({ body: { success: true } });
const exampleProduct = { example: { slug: 'consent-banner' } };
const siteOptions = { undocumentedParams: siteParams, example: { slug: 'consent-banner', blogId: '1' } };

/** Published REST interface (document 2), "Product manager"; behavior: docs/behaviour/consent-queue-product.md 9. */
export default namespace('product-manager-client/v1', [
  // methods  path                                             parameters         runs                    response                    options
  ['GET',     '/plugin-update/{slug}',                         {},                'pmcProduct',           item(),                     exampleProduct],
  ['PATCH',   '/plugin-update/{slug}',                         register,          'pmcRegister',          item(),                     { undocumentedParams: undocumentedRegisterParams, example: { slug: 'consent-banner', terms: true } }],
  ['POST',    '/plugin-update/{slug}/skip',                    {},                'pmcSkip',              success,                    exampleProduct],
  ['DELETE',  '/plugin-update/{slug}/license/{blogId}',        {},                'pmcDeactivate',        item(),                     siteOptions],
  ['POST',    '/plugin-update/{slug}/license/{blogId}/retry',  {},                'pmcRetry',             item(),                     siteOptions],
  ['DELETE',  '/plugin-update/{slug}/license/{blogId}/client-uuid', {},           'pmcForget',            item(),                     siteOptions],
  ['GET',     '/plugin-update/{slug}/telemetry/{blogId}',      {},                'pmcTelemetry',         value(),                    { ...siteOptions, summary: 'Usage data about a product on a site' }],
  ['DELETE',  '/plugin-update/{slug}/license-notice',          {},                'pmcCloseNotice',       value({ as: 'success' }),   exampleProduct],
  ['POST',    '/announcement/{slug}/active',                   showAnnouncements, 'pmcShowAnnouncements', value({ as: 'success' }),   { example: { slug: 'consent-banner', state: false } }],
  ['DELETE',  '/announcement/{slug}/{id}/view',                {},                'pmcDismiss',           success,                    { example: { slug: 'consent-banner', id: 1 } }],
  ['POST',    '/feedback/{slug}',                              sendFeedback,      'pmcGoodbye',           item(),                     { example: { slug: 'consent-banner', reason: 'other' } }],
], {
  failures,
  signedInHeaders: { 'Cache-Control': 'no-cache, no-store, must-revalidate, max-age=0' },
  segments: { blogId: '[0-9_-]+' },
});
