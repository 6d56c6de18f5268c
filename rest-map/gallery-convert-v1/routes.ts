import { item, namespace } from '#app/rest/table.ts';
import { bulkFailures, convertFailures, processFailures } from './failures.ts';
import { content, gallery, type } from './fields.ts';

const pictures = { post_id: 1, columns: 3, sizeSlug: 'medium', images: [{ id: 2, url: 'https://site.example/uploads/a.jpg', title: 'A', alt: 'Stage' }] };

/** Published REST interface (document 2), "Gallery conversion"; behavior: docs/behaviour/cache-compliance-maps-2fa-theme.md 6. */
export default namespace('gallery-convert/v1', [
  // methods  path                parameters  runs               response      options
  ['POST',    '/convert-gallery', {},         'galleryConvert',  item(),       { undocumentedParams: gallery, failures: convertFailures, example: pictures }],
  ['POST',    '/bulk-convert',    {},         'galleryContents', item(),       { undocumentedParams: type, failures: bulkFailures, example: { selected_posttype: 'post' } }],
  ['POST',    '/process-gallery', {},         'galleryProcess',  item(),       { undocumentedParams: content, failures: processFailures, example: { post_id: 1 } }],
]);
