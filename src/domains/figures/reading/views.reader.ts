import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { PageKind } from '#app/core/caching/viewed-page.ts';
import type { Site } from '#app/site.ts';
import type { Channel } from '../views/channel.rules.ts';
import type { Period } from './days.ts';

const groupedShape = rowShape({ day: 'text?', channel: 'text?', kind: 'text?', views: 'int' });

const MAX_INT_COLUMN = 2_147_483_647;

const selectGroupedViews = statement(
  'views_by_day_channel_kind',
  `SELECT day::text AS day, channel, kind, LEAST(sum(views), ${MAX_INT_COLUMN})::int AS views FROM page_view_count
  WHERE day BETWEEN $1::text::date AND $2::text::date AND ($3::int IS NULL OR (kind = 'event' AND target_id = $3::int))
  GROUP BY GROUPING SETS ((day), (channel), (kind)) ORDER BY 1, 2, 3`,
  groupedShape,
);

/** Views of a period by day (only days with views), by channel and by kind of page. */
export interface ViewsOfPeriod {
  days: ReadonlyMap<string, number>;
  channels: ReadonlyMap<Channel, number>;
  kinds: ReadonlyMap<PageKind, number>;
}

/** Reads the views of a period, for one event or for the whole site. */
export async function loadViews(site: Site, { from, to }: Period, eventId: number | null): Promise<ViewsOfPeriod> {
  const rows = await site.db.rows(selectGroupedViews, [from, to, eventId]);
  const sumBy = <Key extends string>(name: 'day' | 'channel' | 'kind') =>
    new Map(rows.flatMap((row) => (row[name] === null ? [] : [[row[name] as Key, row.views] as const])));
  return { days: sumBy('day'), channels: sumBy<Channel>('channel'), kinds: sumBy<PageKind>('kind') };
}

const selectEventViews = statement(
  'views_of_events',
  `WITH seen AS (SELECT target_id AS id, sum(views) AS views FROM page_view_count
    WHERE kind = 'event' AND day BETWEEN $1::text::date AND $2::text::date GROUP BY target_id)
  SELECT c.id, c.title, LEAST(COALESCE(s.views, 0), ${MAX_INT_COLUMN})::int AS views FROM event e JOIN content c ON c.id = e.content_id LEFT JOIN seen s ON s.id = c.id
  WHERE (s.id IS NOT NULL OR c.id = ANY($4::int[])) AND (c.status = 'publish' OR $5::bool)
  ORDER BY (c.id = ANY($4::int[])) DESC, s.views DESC NULLS LAST, c.id LIMIT $3::int`,
  rowShape({ id: 'int', title: 'text', views: 'int' }),
);

/** Events to read views for. */
export interface EventSelection {
  /** Maximum number of most viewed events. */
  limit: number;
  /** IDs of further events, even without views. */
  ids: readonly number[];
  /** True if unpublished events are included. */
  includesUnpublished: boolean;
}

/** Reads the views in a period of the most viewed events and of the events with the given IDs, in no particular order. */
export async function loadEventViews(site: Site, { from, to }: Period, { limit, ids, includesUnpublished }: EventSelection) {
  return await site.db.rows(selectEventViews, [from, to, limit + ids.length, [...ids], includesUnpublished]);
}
