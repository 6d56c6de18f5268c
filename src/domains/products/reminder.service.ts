import { now } from '#app/core/time/clock.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { countDaysSinceInstallation, getProduct } from './product.service.ts';

/** Value of `next_at` if no further request is shown. */
const NEVER = -1;
const PAUSE_SECONDS = 30 * 86_400;

const dismissStatement = statement(
  'dismiss_rating',
  `INSERT INTO rating_dismissal (product_slug, next_at) SELECT slug, $2::int FROM product WHERE slug = $1
    ON CONFLICT (product_slug) DO UPDATE SET next_at = excluded.next_at WHERE rating_dismissal.next_at <> excluded.next_at RETURNING product_slug`,
);

/**
 * Dismisses the request for a rating for 30 days or forever. Returns the time of the next request in Unix seconds (-1 = never), or null if the
 * product does not exist or the value did not change.
 */
export async function dismissRating(site: Site, slug: string, isForever: boolean): Promise<number | null> {
  const nextAt = isForever ? NEVER : Math.floor(now().getTime() / 1000) + PAUSE_SECONDS;
  const rows = await site.db.rows(dismissStatement, [slug, nextAt]);
  return rows.length > 0 ? nextAt : null;
}

/** Hides the notice about a missing license for today. Returns true if it was visible. Throws `product_not_found`. */
export async function dismissLicenseNotice(site: Site, slug: string): Promise<boolean> {
  const { product } = await getProduct(site, slug);
  const day = countDaysSinceInstallation(product, now());
  const { count } = await site.db.prisma.product.updateMany({
    where: { slug, OR: [{ licenseNoticeDay: null }, { NOT: { licenseNoticeDay: day } }] },
    data: { licenseNoticeDay: day },
  });
  return count > 0;
}
