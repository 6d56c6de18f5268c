import { defineDomain } from '#app/core/domain.ts';
import { mountUploads } from './uploads.route.ts';

/** Files: what is uploaded, what sizes it has, where it lies. */
export const media = defineDomain({ name: 'media', http: mountUploads });
