import { collectTelemetry } from '#app/domains/products/telemetry.service.ts';
import { productNotFound } from '#app/domains/products/failures.ts';
import { SITE_ID } from '#app/domains/products/product.service.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { productManagers } from './access.ts';
import { UsageFactType } from './product.ts';

const whereProduct = (slug: string | null | undefined) => (typeof slug === 'string' ? { productSlug: slug } : {});

builder.queryFields((t) => ({
  product: t.prismaField({
    type: 'Product',
    ...productManagers,
    description: 'A product of this site with its license; for users who manage products.',
    args: { slug: t.arg.string({ required: true, description: 'Slug of the product.' }) },
    resolve: async (query, _root, { slug }, { site }) =>
      (await site.db.prisma.product.findUnique({ ...query, where: { slug, licenses: { some: { blogId: SITE_ID } } } })) ??
      Promise.reject(productNotFound()),
  }),
  products: t.prismaField({
    type: ['Product'],
    ...productManagers,
    description: 'The products of this site that may have a license, sorted by slug; for users who manage products.',
    resolve: (query, _root, _args, { site }) => site.db.prisma.product.findMany({ ...query, orderBy: { slug: 'asc' } }),
  }),
  licenseKeys: t.prismaConnection(
    {
      type: 'LicenseKey',
      cursor: 'id',
      ...productManagers,
      description: 'The issued keys, newest first; for users who manage products.',
      args: { product: t.arg.string({ description: 'Only keys for the product with this slug.' }) },
      totalCount: (_root, { product }, { site }) => site.db.prisma.licenseKey.count({ where: whereProduct(product) }),
      resolve: (query, _root, { product }, { site }) =>
        site.db.prisma.licenseKey.findMany({ ...query, where: whereProduct(product), orderBy: { id: 'desc' } }),
    },
    { name: 'LicenseKeyConnection', description: 'A part of a list of license keys.' },
    { name: 'LicenseKeyEdge', description: 'An item of a list of license keys.' },
  ),
  productTelemetry: t.field({
    type: [UsageFactType],
    ...productManagers,
    ...legacy({ use: 'product(slug: "") { telemetry { key value } }' }),
    description: 'Telemetry data of a product on a site, as in the field `telemetry` of the product.',
    args: {
      product: t.arg.string({ required: true, description: 'Slug of the product.' }),
      siteId: t.arg.int({ required: true, description: 'ID of the site.' }),
    },
    resolve: (_root, { product, siteId }, { site }) => collectTelemetry(site, product, siteId),
  }),
}));
