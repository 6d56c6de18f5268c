import { defineDomain } from '#app/site.ts';
import { expandConvertedGalleries } from './galleries.shortcodes.ts';
import { findLightbox, mountLightbox } from './pages/lightbox.ts';
import { galleryData } from './personal-data.ts';

/** Image galleries, and the conversion of older galleries in texts. */
export const galleries = defineDomain({
  name: 'galleries',
  personalData: galleryData,
  shortcodes: { 'converted-gallery': expandConvertedGalleries },
  getBodyPart: findLightbox,
  pages: mountLightbox,
});
