import { defineDomain } from '#app/site.ts';
import { convertedGallery } from './galleries.shortcodes.ts';
import { lightboxOf, mountLightbox } from './pages/lightbox.ts';
import { galleryData } from './personal-data.ts';

/** Image galleries, and the conversion of older galleries in texts. */
export const galleries = defineDomain({
  name: 'galleries',
  personalData: galleryData,
  shortcodes: { 'converted-gallery': convertedGallery },
  bodyPart: lightboxOf,
  pages: mountLightbox,
});
