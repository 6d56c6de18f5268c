import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { rowsIn, runIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { digestOf, hashedColumns, hashedEntry, linkOf } from './digest.ts';

const AT_ONCE = 500;
/** Advisory lock that lets only one process seal at a time. Writers never wait for it. */
const SEALING = 4_000_172_043;

const lock = statement('lock_audit_sealing', `SELECT pg_try_advisory_xact_lock(${SEALING}) AS locked`, rowShape({ locked: 'bool' }));
const waitingEntries = statement(
  'unsealed_audit_entries',
  `SELECT u.entry_id::text AS id, ${hashedColumns} FROM audit_unsealed u LEFT JOIN audit_entry e ON e.id = u.entry_id ORDER BY u.entry_id LIMIT ${AT_ONCE}`,
  hashedEntry,
);
const isAnything = statement('is_audit_unsealed', 'SELECT EXISTS (SELECT FROM audit_unsealed) AS waits', rowShape({ waits: 'bool' }));
const lastSeal = statement(
  'last_audit_seal',
  `SELECT position, link, date_trunc('milliseconds', clock_timestamp()) AS moment FROM (SELECT 1) one LEFT JOIN LATERAL
    (SELECT position, link FROM audit_seal ORDER BY position DESC LIMIT 1) s ON true`,
  rowShape({ position: 'int?', link: 'text?', moment: 'timestamptz' }),
);
const addSeal = statement(
  'add_audit_seal',
  'INSERT INTO audit_seal (position, at, entry_ids, digests, link) VALUES ($1, $2, $3::text[]::bigint[], $4::text[], $5)',
);
const forget = statement('forget_sealed_entries', 'DELETE FROM audit_unsealed WHERE entry_id = ANY($1::text[]::bigint[])');

/** Seals at most `AT_ONCE` unsealed entries. Returns their number, and 0 while another process seals. */
async function sealSome(site: Site, tx: Tx): Promise<number> {
  const [state] = await rowsIn(tx, lock);
  if (state?.locked !== true) return 0;
  const entries = await rowsIn(tx, waitingEntries);
  const [last] = await rowsIn(tx, lastSeal);
  if (entries.length === 0 || !last) return 0;
  const entryIds = entries.map(({ id }) => id);
  const digests = entries.map((entry) => Object.values(digestOf(site, entry)).join(' '));
  const seal = { position: (last.position ?? 0) + 1, at: last.moment, entryIds, digests };
  await runIn(tx, addSeal, seal.position, seal.at, entryIds, digests, linkOf(site, seal, last.link ?? ''));
  await runIn(tx, forget, entryIds);
  return entries.length;
}

/**
 * Seals all new entries in the order in which they were committed, so that no writer waits for another. The transaction of an entry also adds a row
 * to `audit_unsealed`. Sealing deletes that row in its own transaction, so that no entry is lost if a process dies.
 */
export async function sealEntries(site: Site): Promise<number> {
  let sealed = 0;
  while ((await site.db.rows(isAnything))[0]?.waits === true) {
    const some = await site.db.transaction((tx) => sealSome(site, tx));
    if (some === 0) break;
    sealed += some;
  }
  return sealed;
}

const EVERY_MS = 2000;

/** Seals every two seconds. The returned function stops the timer and waits for the current run. */
export function startSealing(site: Site): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = sealEntries(site)
      .catch((error: unknown) => site.log.warn({ err: error }, 'entries of the audit log could not be sealed; they wait'))
      .finally(() => {
        isBusy = false;
      });
  }, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
