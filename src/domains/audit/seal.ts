import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { digestEntry, hashedColumns, hashedEntry, computeLink } from './digest.ts';

const BATCH_SIZE = 500;
/** Advisory lock that lets only one process seal at a time. Writers never wait for it. */
const SEALING_LOCK = 4_000_172_043;

const tryLock = statement(
  'lock_audit_sealing',
  `SELECT pg_try_advisory_xact_lock(${SEALING_LOCK}) AS locked`,
  rowShape({ locked: 'bool' }),
);
const selectUnsealed = statement(
  'unsealed_audit_entries',
  `SELECT u.entry_id::text AS id, ${hashedColumns} FROM audit_unsealed u LEFT JOIN audit_entry e ON e.id = u.entry_id ORDER BY u.entry_id LIMIT ${BATCH_SIZE}`,
  hashedEntry,
);
const hasUnsealed = statement('is_audit_unsealed', 'SELECT EXISTS (SELECT FROM audit_unsealed) AS "exists"', rowShape({ exists: 'bool' }));
const selectLastSeal = statement(
  'last_audit_seal',
  `SELECT position, link, date_trunc('milliseconds', clock_timestamp()) AS moment FROM (SELECT 1) one LEFT JOIN LATERAL
    (SELECT position, link FROM audit_seal ORDER BY position DESC LIMIT 1) s ON true`,
  rowShape({ position: 'int?', link: 'text?', moment: 'timestamptz' }),
);
const insertSeal = statement(
  'add_audit_seal',
  'INSERT INTO audit_seal (position, at, entry_ids, digests, link) VALUES ($1, $2, $3::text[]::bigint[], $4::text[], $5)',
);
const deleteUnsealed = statement('forget_sealed_entries', 'DELETE FROM audit_unsealed WHERE entry_id = ANY($1::text[]::bigint[])');

/** Seals at most `BATCH_SIZE` entries and returns their number, or 0 if another process is sealing. */
async function sealBatch(site: Site, tx: Tx): Promise<number> {
  const [lockRow] = await queryIn(tx, tryLock);
  if (lockRow?.locked !== true) return 0;
  const entries = await queryIn(tx, selectUnsealed);
  const [last] = await queryIn(tx, selectLastSeal);
  if (entries.length === 0 || !last) return 0;
  const entryIds = entries.map(({ id }) => id);
  const digests = entries.map((entry) => Object.values(digestEntry(site, entry)).join(' '));
  const seal = { position: (last.position ?? 0) + 1, at: last.moment, entryIds, digests };
  await executeIn(tx, insertSeal, seal.position, seal.at, entryIds, digests, computeLink(site, seal, last.link ?? ''));
  await executeIn(tx, deleteUnsealed, entryIds);
  return entries.length;
}

/**
 * Seals all unsealed entries and returns their number. Entries are sealed after the commit, so that writers do not wait for each other. The
 * transaction of an entry also adds a row to `audit_unsealed`. Sealing deletes that row in its own transaction, so that no entry is lost if a process
 * dies.
 */
export async function sealEntries(site: Site): Promise<number> {
  let sealed = 0;
  while ((await site.db.rows(hasUnsealed))[0]?.exists === true) {
    const count = await site.db.transaction((tx) => sealBatch(site, tx));
    if (count === 0) break;
    sealed += count;
  }
  return sealed;
}

const INTERVAL_MS = 2000;

/** Seals new entries every two seconds. The returned function stops the timer and waits for the current run. */
export function startSealing(site: Site): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = sealEntries(site)
      .catch((error: unknown) => site.log.warn({ err: error }, 'entries of the audit log could not be sealed; they will be retried'))
      .finally(() => {
        isBusy = false;
      });
  }, INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
