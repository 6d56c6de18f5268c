import { columns } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { getSiteZone } from '../content/site-time.ts';
import { isZone } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { computeSaleInstants, type SaleWindow } from './sale-window.rules.ts';
import { type SellingPost, getSaleZone } from './selling-post.ts';

/** Returns the columns with the sale window as instants, for filters. `saleZone` is the zone of the site if the instants depend on it, or null. */
export function computeSaleColumns(site: Site, window: SaleWindow, post: Pick<SellingPost, 'timezone'> | null) {
  const zone = getSaleZone(site, post);
  const hasOwnZone = post !== null && post.timezone !== null && isZone(post.timezone);
  const hasBounds = window.startDate !== '' || window.endDate !== '';
  return { ...computeSaleInstants(window, zone), saleZone: hasOwnZone || !hasBounds ? null : zone.name };
}

const BATCH_SIZE = 500;

// two comparisons instead of one inequality, so that the index on the zone is used
const sale = columns('Ticket', 't', { only: ['id', 'startDate', 'startTime', 'endDate', 'endTime'] });
const ticketsOfOtherZones = statement(
  'tickets_of_other_sale_zones',
  `SELECT ${sale.list} FROM ticket t WHERE t.sale_zone < $1 OR t.sale_zone > $1 LIMIT ${BATCH_SIZE}`,
  sale,
);

const storeSaleWindows = statement(
  'recompute_sale_windows',
  `UPDATE ticket t SET opens_at = n.opens_at, closes_at = n.closes_at, sale_zone = $1
  FROM unnest($2::int[], $3::timestamptz[], $4::timestamptz[], $5::text[]) AS n(id, opens_at, closes_at, bounds)
  WHERE t.id = n.id AND concat_ws('|', t.start_date, t.start_time, t.end_date, t.end_time) = n.bounds AND t.sale_zone IS NOT NULL`,
);

/**
 * Recomputes the sale windows after the site's zone changed, because lists are filtered by the windows. Runs one SQL statement if the zone is
 * unchanged.
 */
export async function recomputeSaleWindows(site: Site): Promise<void> {
  const zone = getSiteZone(site);
  for (;;) {
    const tickets = await site.db.rows(ticketsOfOtherZones, [zone.name]);
    if (tickets.length === 0) return;
    const moments = tickets.map((ticket) => computeSaleInstants(ticket, zone));
    const bounds = tickets.map(({ startDate, startTime, endDate, endTime }) => [startDate, startTime, endDate, endTime].join('|'));
    await site.db.rows(storeSaleWindows, [
      zone.name,
      tickets.map(({ id }) => id),
      moments.map(({ opensAt }) => opensAt),
      moments.map(({ closesAt }) => closesAt),
      bounds,
    ]);
    if (tickets.length < BATCH_SIZE) return;
  }
}
