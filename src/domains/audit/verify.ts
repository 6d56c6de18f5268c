import { getKeyOwners } from '#app/core/secrets/key-owner.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import { digestEntry, hashedColumns, hashedEntry, computeLink, MISSING } from './digest.ts';
import { sealEntries } from './seal.ts';

/** A difference between the log and its seals. */
export interface AuditFault {
  position: number;
  entryId: string | null;
  fault: 'seal missing' | 'seal altered' | 'cut off' | 'entry missing' | 'entry altered' | 'entry inserted' | 'erased without an erasure';
}

/** Result of verifying the whole log. */
export interface AuditVerdict {
  checked: number;
  erased: number;
  /** Number of entries that were removed because they had expired. */
  expired: number;
  /** The first faults, at most 100. */
  faults: AuditFault[];
  head: { position: number; link: string };
}

const MAX_FAULTS = 100;
const BATCH_SIZE = 20;

const selectSeals = statement(
  'audit_seals_after',
  `SELECT position, at, entry_ids::text[] AS "entryIds", digests, link FROM audit_seal WHERE position > $1 ORDER BY position LIMIT ${BATCH_SIZE}`,
  rowShape({ position: 'int', at: 'timestamptz', entryIds: 'text[]', digests: 'text[]', link: 'text' }),
);
const selectEntries = statement(
  'audit_entries_of',
  `SELECT e.id::text AS id, ${hashedColumns} FROM audit_entry e WHERE e.id = ANY($1::text[]::bigint[])`,
  hashedEntry,
);
const selectExpiredThrough = statement(
  'audit_expired_through',
  `SELECT coalesce(max((after->>'through')::int), 0)::int AS position FROM audit_entry WHERE action = 'expire' AND subject = 'audit_entry'`,
  rowShape({ position: 'int' }),
);
const selectErasedIds = statement(
  'audit_erased_ids',
  `SELECT DISTINCT i.id FROM audit_entry e, jsonb_array_elements_text(e.after->'entries') AS i(id) WHERE e.action = 'erase' AND e.subject = 'audit_entry'`,
  rowShape({ id: 'text' }),
);
/** Selects entries that are neither sealed nor listed in `audit_unsealed`. */
const selectInserted = statement(
  'audit_entries_beside_seals',
  `SELECT e.id::text AS id FROM audit_entry e WHERE NOT EXISTS (SELECT FROM audit_unsealed u WHERE u.entry_id = e.id)
    AND e.id NOT IN (SELECT unnest(entry_ids) FROM audit_seal) ORDER BY e.id LIMIT ${MAX_FAULTS}`,
  rowShape({ id: 'text' }),
);

/**
 * Seals the remaining entries, then verifies the whole log. The link of each seal must include the link of the previous one, and each entry must
 * match its digest. An entry may be missing only if it has expired, and may be blanked only if an erasure lists it. Every entry needs a seal.
 * `expected` is the `head` of an earlier result: if the chain does not contain it, the log was cut off.
 */
export async function verifyAudit(site: Site, expected?: { position: number; link: string }): Promise<AuditVerdict> {
  await sealEntries(site);
  const expiredThrough = (await site.db.rows(selectExpiredThrough))[0]?.position ?? 0;
  const erasedIds = new Set((await site.db.rows(selectErasedIds)).map(({ id }) => id));
  const verdict: AuditVerdict = { checked: 0, erased: 0, expired: 0, faults: [], head: { position: 0, link: '' } };
  const addFault = (position: number, entryId: string | null, fault: AuditFault['fault']) => {
    if (verdict.faults.length < MAX_FAULTS) verdict.faults.push({ position, entryId, fault });
  };
  let isExpectedFound = expected === undefined || (expected.position === 0 && expected.link === '');
  for (;;) {
    const batch = await site.db.rows(selectSeals, [verdict.head.position]);
    if (batch.length === 0) break;
    const rows = await site.db.rows(selectEntries, [batch.flatMap(({ entryIds }) => entryIds)]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const seal of batch) {
      if (seal.position !== verdict.head.position + 1) addFault(seal.position, null, 'seal missing');
      const previousLink = verdict.head.link;
      // the current or previous key with which the entries were sealed
      const keyOwner =
        getKeyOwners(site).find((candidate) => areEqualInConstantTime(seal.link, computeLink(candidate, seal, previousLink))) ?? site;
      if (!areEqualInConstantTime(seal.link, computeLink(keyOwner, seal, previousLink))) addFault(seal.position, null, 'seal altered');
      verdict.head = { position: seal.position, link: seal.link };
      if (expected?.position === seal.position && areEqualInConstantTime(expected.link, seal.link)) isExpectedFound = true;
      seal.entryIds.forEach((id, i) => {
        const [permanent, erasable] = (seal.digests[i] ?? '').split(' ');
        const entry = byId.get(id);
        if (!entry) {
          if (permanent !== MISSING && seal.position <= expiredThrough) verdict.expired += 1;
          else addFault(seal.position, id, 'entry missing');
          return;
        }
        verdict.checked += 1;
        const digest = digestEntry(keyOwner, entry);
        if (!areEqualInConstantTime(digest.permanent, permanent ?? '')) addFault(seal.position, id, 'entry altered');
        else if (!areEqualInConstantTime(digest.erasable, erasable ?? '')) {
          if (entry.erased !== true) addFault(seal.position, id, 'entry altered');
          else if (!erasedIds.has(id)) addFault(seal.position, id, 'erased without an erasure');
          else verdict.erased += 1;
        }
      });
    }
  }
  for (const { id } of await site.db.rows(selectInserted)) addFault(0, id, 'entry inserted');
  if (!isExpectedFound) addFault(expected?.position ?? 0, null, 'cut off');
  return verdict;
}
