import type { Product, ProductLicense, ProgrammaticLicense } from '#db';
import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { product as consentBanner } from '#app/domains/consent/product.ts';
import type { Site } from '#app/site.ts';
import { productNotFound } from './failures.ts';

/** ID of the only site of an installation. */
export const SITE_ID = 1;

/** A product with its license. */
export interface LicensedProduct {
  product: Product;
  license: ProductLicense;
  /** License key that the operator has set for automatic activation; null if none is set. */
  programmatic: ProgrammaticLicense | null;
}

const selectIsCurrent = statement(
  'product_stands',
  `SELECT EXISTS (SELECT 1 FROM product p JOIN product_license l ON l.product_slug = p.slug AND l.blog_id = $3 WHERE p.slug = $1 AND p.version = $2) AS "isCurrent"`,
  rowShape({ isCurrent: 'bool' }),
);

/** Creates the built-in product, or updates its version. Idempotent, also for concurrent processes. */
export async function ensureProducts(site: Site): Promise<void> {
  const { slug, name, version } = consentBanner;
  const [row] = await site.db.rows(selectIsCurrent, [slug, version, SITE_ID]);
  if (row?.isCurrent) return;
  await site.db.transaction(async (tx) => {
    await tx.product.createMany({
      data: [{ slug, name, version, productId: 1, variantId: 1, asksForTelemetry: true, asksForNewsletter: true, firstInitAt: now() }],
      skipDuplicates: true,
    });
    await tx.product.updateMany({ where: { slug, version: { not: version } }, data: { version } });
    await tx.productLicense.createMany({ data: [{ productSlug: slug, blogId: SITE_ID }], skipDuplicates: true });
  });
}

/** Returns the product with this slug. Throws `product_not_found`. */
export async function getProduct(site: Site, slug: string): Promise<LicensedProduct> {
  const stored = await site.db.prisma.product.findUnique({
    where: { slug },
    include: { licenses: { where: { blogId: SITE_ID } }, programmatic: true },
  });
  const [license] = stored?.licenses ?? [];
  if (!stored || !license) throw productNotFound();
  const { licenses: _licenses, programmatic, ...product } = stored;
  return { product, license, programmatic };
}

/** True if the license is active. */
export function isActive({ code }: Pick<ProductLicense, 'code'>): boolean {
  return code !== null && code !== '';
}

/** Returns the number of days since the product was installed, rounded up. */
export function countDaysSinceInstallation({ firstInitAt }: Product, at: Date): number {
  return Math.ceil((at.getTime() - firstInitAt.getTime()) / 86_400_000);
}
