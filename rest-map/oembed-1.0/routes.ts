import { item, namespace, value } from '#app/rest/table.ts';
import { embed, proxy } from './fields.ts';

/** Published REST interface (document 1), "Embed"; behavior: docs/behaviour/core-rest.md 9. */
export default namespace('oembed/1.0', [
  // methods  path      parameters  runs           response
  ['GET',     '/embed', embed,      'oembedEmbed', item({ xml: { root: 'oembed', parameter: 'format' } })],
  ['GET',     '/proxy', proxy,      'oembedProxy', value()],
]);
