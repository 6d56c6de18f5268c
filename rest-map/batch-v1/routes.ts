import { engine, item, listOf, namespace, object, text } from '#app/rest/table.ts';

const requests = object({
  method: text({ enum: ['POST', 'PUT', 'PATCH', 'DELETE'], default: 'POST' }),
  path: text({ required: true }),
  body: object({}, { additionalProperties: true }),
  headers: object({}, { additionalProperties: { type: ['string', 'array'], items: { type: 'string' } } }),
});

const batch = {
  validation: text({ enum: ['require-all-validate', 'normal'], default: 'normal' }),
  requests: listOf(requests, { required: true, maxItems: 25 }),
};

const example = { requests: [{ path: '/core/v2/tags', body: { name: 'Lanterns' } }] };

/** Published REST interface (document 1), "Batch, embed and core content"; behavior: docs/behaviour/core-rest.md 8. */
export default namespace('batch/v1', [
  // methods  path         parameters  runs             response
  ['POST',    '/batch/v1', batch,      engine('batch'), item(), { example }],
], { isOfSite: true });
