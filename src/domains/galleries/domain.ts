import { defineDomain } from '#app/site.ts';
import { convertedGallery } from './galleries.shortcodes.ts';
import { lightboxOf, mountLightbox } from './pages/lightbox.ts';
import { galleryData } from './personal-data.ts';

/** Sets of pictures, and what older texts call galleries made into them. */
export const galleries = defineDomain({
  name: 'galleries',
  personalData: galleryData,
  shortcodes: { 'converted-gallery': convertedGallery },
  bodyPart: lightboxOf,
  pages: mountLightbox,
});
