import { type Statement, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { orderEmpty } from '../failures.ts';

const declareOrderStatement = (table: string, column: string, within = ''): Statement =>
  statement(
    `order_${table}`,
    `UPDATE ${table} AS t SET ${column} = placed.place
      FROM (SELECT t.id, (row_number() OVER (ORDER BY wanted.place NULLS LAST, t.${column}, t.id) - 1)::int AS place
        FROM ${table} t LEFT JOIN (SELECT id, min(place) AS place FROM unnest($1::int[]) WITH ORDINALITY AS list (id, place) GROUP BY id) wanted ON wanted.id = t.id
        ${within}
      ) placed
      WHERE placed.id = t.id AND t.${column} <> placed.place`,
  );
const sortGroups = declareOrderStatement('service_group', 'position');
const sortServices = declareOrderStatement('consent_service', 'menu_order');
const sortLinks = declareOrderStatement('banner_link', 'menu_order');
const sortMenuItems = declareOrderStatement('navigation_menu_item', 'position', 'WHERE t.menu_id = $2');

/**
 * Sorts rows by a list of IDs in one statement. Rows that are not listed follow in their previous order. Ignores unknown IDs. Throws `wrong_order`
 * for an empty list.
 */
async function runOrder(site: Site, sort: Statement, ids: readonly number[], ...parameters: readonly number[]): Promise<void> {
  if (ids.length === 0) throw orderEmpty();
  await site.db.rows(sort, [ids, ...parameters]);
}

/** Sorts the groups by a list of IDs. */
export const orderGroups = (site: Site, ids: readonly number[]): Promise<void> => runOrder(site, sortGroups, ids);

/** Sorts the services by a list of IDs. */
export const orderServices = (site: Site, ids: readonly number[]): Promise<void> => runOrder(site, sortServices, ids);

/** Sorts the links of the banner by a list of IDs. */
export const orderLinks = (site: Site, ids: readonly number[]): Promise<void> => runOrder(site, sortLinks, ids);

/** Sorts the items of a menu by a list of IDs. */
export const orderMenuItems = (site: Site, menuId: number, ids: readonly number[]): Promise<void> =>
  runOrder(site, sortMenuItems, ids, menuId);
