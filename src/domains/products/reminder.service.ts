import { now } from '#app/core/time/clock.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { dayOf, getProduct } from './product.service.ts';

/** In place of a time: never again. */
const NEVER = -1;
const PAUSE_S = 30 * 86_400;

const dismissing = statement(
  'dismiss_rating',
  `INSERT INTO rating_dismissal (product_slug, next_at) SELECT slug, $2::int FROM product WHERE slug = $1
    ON CONFLICT (product_slug) DO UPDATE SET next_at = excluded.next_at WHERE rating_dismissal.next_at <> excluded.next_at RETURNING product_slug`,
);

/**
 * Asks for no rating of a product for 30 days, or never again; returns when it is asked for (Unix seconds, -1 = never). Null = there is no such
 * product, or that is what was stored already.
 */
export async function dismissRating(site: Site, slug: string, isForever: boolean): Promise<number | null> {
  const nextAt = isForever ? NEVER : Math.floor(now().getTime() / 1000) + PAUSE_S;
  const changed = await site.db.rows(dismissing, [slug, nextAt]);
  return changed.length > 0 ? nextAt : null;
}

/** Shows the notice of a missing license no more today; returns whether it was shown. Throws `product_not_found`. */
export async function dismissLicenseNotice(site: Site, slug: string): Promise<boolean> {
  const { product } = await getProduct(site, slug);
  const day = dayOf(product, now());
  const { count } = await site.db.prisma.product.updateMany({
    where: { slug, OR: [{ licenseNoticeDay: null }, { NOT: { licenseNoticeDay: day } }] },
    data: { licenseNoticeDay: day },
  });
  return count > 0;
}
