import type { Config } from '../../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../logging/log.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { rowShape } from '../db/columns.ts';
import { statement } from '../db/statement.ts';
import { LIVES, processId } from '../processes/running-process.ts';
import { keyedHash } from '../secrets/keyed-hash.ts';

/** The parts of a site that this module needs. */
interface SitePart {
  config: Config;
  db: Database;
  log: Log;
  secretKey: string;
}

/** Streams of live processes, by process. */
const living = `jsonb_each_text(s.open) o JOIN running_process p ON p.id = o.key WHERE ${LIVES}`;

const take = statement(
  'take_stream',
  `INSERT INTO open_streams AS s (key, open) VALUES ($1, jsonb_build_object($2::text, 1))
    ON CONFLICT (key) DO UPDATE SET open = (SELECT COALESCE(jsonb_object_agg(o.key, o.value::int), '{}') FROM ${living})
      || jsonb_build_object($2::text, COALESCE((s.open->>$2::text)::int, 0) + 1)
    WHERE (SELECT COALESCE(sum(o.value::int), 0) FROM ${living}) < $3::int
    RETURNING key`,
  rowShape({ key: 'text' }),
);
const giveBack = statement(
  'give_back_stream',
  `UPDATE open_streams SET open = CASE WHEN (open->>$2::text)::int > 1
      THEN open || jsonb_build_object($2::text, (open->>$2::text)::int - 1) ELSE open - $2::text END
    WHERE key = $1 AND jsonb_exists(open, $2::text)`,
);
const removeOver = statement('remove_counts_of_streams', `DELETE FROM open_streams s WHERE NOT EXISTS (SELECT FROM ${living})`);

/** Runs statements outside the request, so that no response depends on them. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Counts a stream that a caller opens, over all processes of a server. Streams of a dead process are released after 30 seconds. Returns null if the caller
 * already has `most` streams, otherwise the function that releases it.
 */
export async function takeStream(site: SitePart, caller: string, most: number): Promise<(() => void) | null> {
  if (!site.config.sharedLimits) return () => undefined;
  return await outside(async () => {
    const id = await processId(site);
    const key = keyedHash(site, 'open streams', caller);
    const taken = await site.db.rows(take, [key, id, most]);
    if (taken.length === 0) return null;
    return () => {
      site.db.rows(giveBack, [key, id]).catch((error: unknown) => site.log.debug({ err: error }, 'a stream could not be given back'));
    };
  });
}

/** Deletes counts without open streams. */
export async function removeOldStreams({ db }: SitePart): Promise<void> {
  await db.rows(removeOver);
}
