import { defineDomain } from '#app/site.ts';
import { ensureProducts } from './product.service.ts';
import { productData } from './personal-data.ts';

/** Products that may have licenses, what they tell those who run them, and what these say of them. */
export const products = defineDomain({ name: 'products', personalData: productData, initialContent: ensureProducts });
