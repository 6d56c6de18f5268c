import { type Answered, answer } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { tick } from '../checklist/checklist.service.ts';

/** Days of the site's calendar, `YYYY-MM-DD`, both included. */
export interface StatisticsPeriod {
  from: string;
  to: string;
  /** Exact; empty on a site of one language. */
  context: string;
}

const groupCount = answer({ day: 'text', groupId: 'int', groupName: 'text', accepted: 'int', count: 'int' });

/** How many visitors accepted nothing, some or all of a group on a day. */
export type GroupCount = Answered<typeof groupCount>;

const ofGroups = statement(
  'consent_group_counts',
  `SELECT c.day::text AS day, c.group_id AS "groupId", c.group_name AS "groupName", c.accepted, c.count
    FROM consent_group_count c LEFT JOIN service_group g ON g.id = c.group_id
    WHERE c.day BETWEEN $1::date AND $2::date AND c.context = $3 ORDER BY c.day, g.position NULLS LAST, c.group_id, c.accepted`,
  groupCount,
);

/** By day, place of the group, and share; who looks at numbers has looked at the statistics. */
export async function groupCounts(site: Site, { from, to, context }: StatisticsPeriod): Promise<GroupCount[]> {
  const rows = await site.db.rows(ofGroups, [from, to, context]);
  if (rows.length > 0) await tick(site, 'view-stats');
  return rows;
}

const namedCount = answer({ name: 'text', count: 'int' });

/** How often something happened within the period, by what it was. */
export type NamedCount = Answered<typeof namedCount>;

const countsBy = (column: 'button' | 'bypass') =>
  statement(
    `consent_${column}_counts`,
    `SELECT ${column} AS name, sum(count)::int AS count FROM consent_${column}_count
      WHERE day BETWEEN $1::date AND $2::date AND context = $3 GROUP BY ${column} ORDER BY 1`,
    namedCount,
  );
const [byButton, byBypass] = [countsBy('button'), countsBy('bypass')];

/** How often each button gave a consent in a period. */
export async function buttonCounts(site: Site, { from, to, context }: StatisticsPeriod): Promise<NamedCount[]> {
  return await site.db.rows(byButton, [from, to, context]);
}

/** How often nobody was asked in a period, by reason. */
export async function bypassCounts(site: Site, { from, to, context }: StatisticsPeriod): Promise<NamedCount[]> {
  return await site.db.rows(byBypass, [from, to, context]);
}
