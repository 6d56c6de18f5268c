import { ownService } from './configuration/own-service.ts';

/** Name and version of the banner for clients. */
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

/** Version that consents record. */
export const productVersion = product.version;
