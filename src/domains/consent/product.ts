import { ownService } from './configuration/own-service.ts';

/** The banner as a product, for clients that ask for it. */
export const product = {
  slug: ownService,
  name: 'Consent Banner',
  url: '',
  version: '1.0.0',
  description: 'Asks visitors for consent, documents it so that it can be proved, and keeps foreign content away until then.',
  author: 'Marquee',
  authorUrl: '',
};

export type Product = typeof product;

/** The version that consents note. */
export const productVersion = product.version;
