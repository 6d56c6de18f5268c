import type { Config } from '../../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../logging/log.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { rowShape } from '../db/columns.ts';
import { statement } from '../db/statement.ts';
import { IS_ALIVE, getProcessId } from '../processes/running-process.ts';
import { createKeyedHash } from '../secrets/keyed-hash.ts';

/** The parts of a site that this module needs. */
interface SitePart {
  config: Config;
  db: Database;
  log: Log;
  secretKey: string;
}

/** SQL that joins the numbers of open streams with the processes that are alive. */
const LIVE_STREAMS = `jsonb_each_text(s.open) o JOIN running_process p ON p.id = o.key WHERE ${IS_ALIVE}`;

const acquire = statement(
  'take_stream',
  `INSERT INTO open_streams AS s (key, open) VALUES ($1, jsonb_build_object($2::text, 1))
    ON CONFLICT (key) DO UPDATE SET open = (SELECT COALESCE(jsonb_object_agg(o.key, o.value::int), '{}') FROM ${LIVE_STREAMS})
      || jsonb_build_object($2::text, COALESCE((s.open->>$2::text)::int, 0) + 1)
    WHERE (SELECT COALESCE(sum(o.value::int), 0) FROM ${LIVE_STREAMS}) < $3::int
    RETURNING key`,
  rowShape({ key: 'text' }),
);
const release = statement(
  'give_back_stream',
  `UPDATE open_streams SET open = CASE WHEN (open->>$2::text)::int > 1
      THEN open || jsonb_build_object($2::text, (open->>$2::text)::int - 1) ELSE open - $2::text END
    WHERE key = $1 AND jsonb_exists(open, $2::text)`,
);
const removeUnused = statement('remove_counts_of_streams', `DELETE FROM open_streams s WHERE NOT EXISTS (SELECT FROM ${LIVE_STREAMS})`);

/** Runs statements outside the request, so that no response depends on them. */
const outsideRequest = AsyncLocalStorage.snapshot();

/**
 * Counts a stream that a caller opens, over all processes on one database. Returns the function that releases the stream, or null if the caller
 * already has `limit` open streams. Streams of a process that has died are released after 30 seconds.
 */
export async function acquireStream(site: SitePart, caller: string, limit: number): Promise<(() => void) | null> {
  if (!site.config.sharedLimits) return () => undefined;
  return await outsideRequest(async () => {
    const id = await getProcessId(site);
    const key = createKeyedHash(site, 'open streams', caller);
    const acquired = await site.db.rows(acquire, [key, id, limit]);
    if (acquired.length === 0) return null;
    return () => {
      site.db.rows(release, [key, id]).catch((error: unknown) => site.log.debug({ err: error }, 'a stream could not be released'));
    };
  });
}

/** Deletes the counts of callers without open streams. */
export async function deleteUnusedStreamCounts({ db }: SitePart): Promise<void> {
  await db.rows(removeUnused);
}
