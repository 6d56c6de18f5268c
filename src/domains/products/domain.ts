import { defineDomain } from '#app/site.ts';
import { ensureProducts } from './product.service.ts';
import { productData } from './personal-data.ts';

/** Products with their licenses, announcements to operators, and feedback. */
export const products = defineDomain({ name: 'products', personalData: productData, createInitialContent: ensureProducts });
