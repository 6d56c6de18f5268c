import { now } from '#app/core/time/clock.ts';
import { statement } from '#app/core/db/statement.ts';
import { addDays } from '#app/core/time/days.ts';
import type { PageKind } from '#app/core/caching/viewed-page.ts';
import type { Site } from '#app/site.ts';
import { viewRetentionDays } from '../figures.settings.ts';
import type { Channel } from './channel.rules.ts';

/** Views of one page from one channel on one day in the site's time zone. */
export interface ViewCount {
  day: string;
  kind: PageKind;
  targetId: number;
  channel: Channel;
  views: number;
}

/**
 * Counts that are added in one statement, exactly once. `writer` is the ID of a process. Its batch numbers ascend, so that a repeated batch is
 * recognized.
 */
export interface ViewBatch {
  writer: string;
  number: number;
  counts: readonly ViewCount[];
}

// sorted, so that all writers lock the rows in the same order
const insertBatch = statement(
  'add_page_views',
  `WITH first AS (
    INSERT INTO page_view_writer (id, batch, written_at) VALUES ($1, $2::int, $3::timestamptz)
    ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, written_at = excluded.written_at WHERE page_view_writer.batch < excluded.batch
    RETURNING id)
  INSERT INTO page_view_count (day, kind, target_id, channel, views)
  SELECT day, kind, target_id, channel, views FROM first, unnest($4::text[]::date[], $5::text[], $6::int[], $7::text[], $8::int[])
    AS counted (day, kind, target_id, channel, views)
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (day, kind, target_id, channel) DO UPDATE SET views = page_view_count.views + excluded.views`,
);

/** Adds a batch. Does nothing if the batch was added before. */
export async function storeViews(site: Site, { writer, number, counts }: ViewBatch): Promise<void> {
  await site.db.rows(insertBatch, [
    writer,
    number,
    now(),
    counts.map(({ day }) => day),
    counts.map(({ kind }) => kind),
    counts.map(({ targetId }) => targetId),
    counts.map(({ channel }) => channel),
    counts.map(({ views }) => views),
  ]);
}

const DAY_MS = 86_400_000;

/** Deletes views older than the retention period, and writers that have stored nothing for a week. Returns the number of deleted counts. */
export async function removeOldViews({ db, settings }: Site, today: string): Promise<number> {
  const { pageViewWriter, pageViewCount } = db.prisma;
  await pageViewWriter.deleteMany({ where: { writtenAt: { lt: new Date(now().getTime() - 7 * DAY_MS) } } });
  const { count } = await pageViewCount.deleteMany({ where: { day: { lt: new Date(addDays(today, -settings.get(viewRetentionDays))) } } });
  return count;
}
