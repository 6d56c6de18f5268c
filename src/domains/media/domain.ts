import { defineDomain } from '#app/site.ts';
import { removeUnsavedUploads } from './library.service.ts';
import { randomUploadNames } from './upload-names.service.ts';
import { addResponsiveImages } from './responsive-body.ts';
import { mountUploads } from './uploads.route.ts';

/** Uploaded files, their sizes and their storage. */
export const media = defineDomain({
  name: 'media',
  settings: [randomUploadNames],
  http: mountUploads,
  adaptPageBody: addResponsiveImages,
  cleanUp: async (site) => ({ leftUploads: await removeUnsavedUploads(site) }),
});
