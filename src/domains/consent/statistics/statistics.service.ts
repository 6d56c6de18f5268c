import { type ShapedRow, rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { markItemsDone } from '../checklist/checklist.service.ts';

/** The consents that statistics include. */
export interface StatisticsPeriod {
  /** First and last day in the site's time zone, `YYYY-MM-DD`, both inclusive. */
  from: string;
  to: string;
  /** Context that must match exactly. An empty string on a site with one language. */
  context: string;
}

const groupCountShape = rowShape({ day: 'text', groupId: 'int', groupName: 'text', accepted: 'int', count: 'int' });

/** Number of visitors on a day who accepted nothing, some or all of a group (`accepted` is 0, 1 or 2). */
export type GroupCount = ShapedRow<typeof groupCountShape>;

const selectGroupCounts = statement(
  'consent_group_counts',
  `SELECT c.day::text AS day, c.group_id AS "groupId", c.group_name AS "groupName", c.accepted, c.count
    FROM consent_group_count c LEFT JOIN service_group g ON g.id = c.group_id
    WHERE c.day BETWEEN $1::date AND $2::date AND c.context = $3 ORDER BY c.day, g.position NULLS LAST, c.group_id, c.accepted`,
  groupCountShape,
);

/** Returns the counts of a period, sorted by day, group and `accepted`. Also marks the statistics as viewed in the checklist. */
export async function readGroupCounts(site: Site, { from, to, context }: StatisticsPeriod): Promise<GroupCount[]> {
  const rows = await site.db.rows(selectGroupCounts, [from, to, context]);
  if (rows.length > 0) await markItemsDone(site, 'view-stats');
  return rows;
}

const namedCountShape = rowShape({ name: 'text', count: 'int' });

/** Number of consents in the period that have a button or bypass of this name. */
export type NamedCount = ShapedRow<typeof namedCountShape>;

const selectCounts = (column: 'button' | 'bypass') =>
  statement(
    `consent_${column}_counts`,
    `SELECT ${column} AS name, sum(count)::int AS count FROM consent_${column}_count
      WHERE day BETWEEN $1::date AND $2::date AND context = $3 GROUP BY ${column} ORDER BY 1`,
    namedCountShape,
  );
const [selectButtonCounts, selectBypassCounts] = [selectCounts('button'), selectCounts('bypass')];

/** Returns the number of consents in a period by button. */
export async function countButtons(site: Site, { from, to, context }: StatisticsPeriod): Promise<NamedCount[]> {
  return await site.db.rows(selectButtonCounts, [from, to, context]);
}

/** Returns the number of consents in a period by the reason why the visitor was not asked (`none` if the visitor was asked). */
export async function countBypasses(site: Site, { from, to, context }: StatisticsPeriod): Promise<NamedCount[]> {
  return await site.db.rows(selectBypassCounts, [from, to, context]);
}
