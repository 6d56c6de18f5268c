import { OWN_SERVICE } from './configuration/own-service.ts';

/** Description of the banner for clients that list installed products. */
export const product = {
  slug: OWN_SERVICE,
  name: 'Consent Banner',
  url: '',
  version: '1.0.0',
  description: 'Asks visitors for consent, documents it so that it can be proved, and keeps foreign content away until then.',
  author: 'Marquee',
  authorUrl: '',
};

export type Product = typeof product;

/** Version that each consent records. */
export const productVersion = product.version;
