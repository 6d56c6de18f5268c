import { now } from '#app/core/time/clock.ts';
import { type ShapedRow, rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { consentNotFound } from '../failures.ts';
import { publishedRevisions } from '../settings/state.settings.ts';
import { computeRemovalSeal } from './chain.ts';
import { buildUtcDaySql, buildCountedPagesSql } from './day-counts.ts';

export type RemovalReason = 'retention' | 'request' | 'all';

/** Consents to remove: one by ID, all before a time, all with a string that matches a regular expression (see `Person`), or the whole log. */
export type RemovalSelection = { id: number } | { before: Date } | { mentions: string } | { everything: true };

/** Returns the SQL condition that a string of consent `c` matches the regular expression in a placeholder such as `$1`. */
export const buildMentionsSql = (placeholder: string): string => `(c.recorder ~* ${placeholder} OR EXISTS (
  SELECT 1 FROM consent_text x WHERE x.text ~* ${placeholder} AND x.id IN (c.decision_id, c.previous_decision_id, c.referer_id, c.pure_referer_id,
    c.url_imprint_id, c.url_privacy_policy_id, c.tcf_string_id, c.previous_tcf_string_id)))`;

const islandShape = rowShape({ fromPosition: 'int', toPosition: 'int', link: 'text', truncated: 'int' });
type Island = ShapedRow<typeof islandShape>;

/** Returns a statement that finds islands: groups of consents at adjacent positions. One removal mark replaces each island. */
const selectIslands = (name: string, condition: string) =>
  statement(
    `consent_islands_${name}`,
    `SELECT min(position) AS "fromPosition", max(position) AS "toPosition",
    (array_agg(link ORDER BY position DESC))[1] AS link, count(*) FILTER (WHERE whole = '')::int AS truncated
  FROM (SELECT c.position, c.link, a.ipv4 || a.ipv6 AS whole, c.position - row_number() OVER (ORDER BY c.position) AS island
    FROM consent c JOIN consent_address a ON a.id = c.address_id WHERE ${condition}) AS chosen
  GROUP BY island ORDER BY 1`,
    islandShape,
  );
const islands = {
  byId: selectIslands('of_one', 'c.id = $1::int'),
  before: selectIslands('before', 'c.created < $1::timestamptz'),
  mentioning: selectIslands('mentioning', buildMentionsSql('$1')),
  all: selectIslands('all', 'TRUE'),
} as const;

const holdLog = statement('hold_consent_log', 'SELECT position FROM consent_log_head WHERE id = 1 FOR UPDATE');
const deleteIslands = statement(
  'remove_consent_islands',
  `WITH gone AS (
    DELETE FROM consent c USING unnest($1::int[], $2::int[]) AS island (first, last) WHERE c.position BETWEEN island.first AND island.last
    RETURNING c.created, c.context, c.pure_referer_id
  ), days AS (
    SELECT page, context, ${buildUtcDaySql('created')} AS day, count(*)::int AS count FROM gone, ${buildCountedPagesSql('pure_referer_id')} WHERE page IS NOT NULL GROUP BY 1, 2, 3
  ), emptied AS (
    DELETE FROM consent_day_count c USING days WHERE c.pure_referer_id = days.page AND c.context = days.context AND c.day = days.day AND c.count <= days.count
  ), lowered AS (
    UPDATE consent_day_count c SET count = c.count - days.count FROM days
    WHERE c.pure_referer_id = days.page AND c.context = days.context AND c.day = days.day AND c.count > days.count
  )
  SELECT count(*)::int AS count FROM gone`,
  rowShape({ count: 'int' }),
);
const countRemoved = statement(
  'count_removed_consents',
  'UPDATE consent_log_head SET count = count - $1::int, truncated = truncated - $2::int',
);

async function findIslands(tx: Tx, selection: RemovalSelection): Promise<Island[]> {
  if ('id' in selection) return await queryIn(tx, islands.byId, selection.id);
  if ('before' in selection) return await queryIn(tx, islands.before, selection.before);
  if ('mentions' in selection) return await queryIn(tx, islands.mentioning, selection.mentions);
  return await queryIn(tx, islands.all);
}

async function writeMarks(site: Site, tx: Tx, removedIslands: readonly Island[], reason: RemovalReason): Promise<void> {
  const removedAt = now();
  const marks = removedIslands.map(({ fromPosition, toPosition, link }) => ({ fromPosition, toPosition, link, reason, removedAt }));
  await tx.consentRemoval.createMany({ data: marks.map((island) => ({ ...island, seal: computeRemovalSeal(site, island) })) });
}

/** Same as `removeConsents`, inside the caller's transaction. */
export async function removeConsentsInTransaction(site: Site, tx: Tx, selection: RemovalSelection, reason: RemovalReason): Promise<number> {
  // concurrent writes wait for this lock
  await executeIn(tx, holdLog);
  const removedIslands = await findIslands(tx, selection);
  if (removedIslands.length === 0) return 0;
  await writeMarks(site, tx, removedIslands, reason);
  const firstPositions = removedIslands.map(({ fromPosition }) => fromPosition);
  const lastPositions = removedIslands.map(({ toPosition }) => toPosition);
  const [{ count } = { count: 0 }] = await queryIn(tx, deleteIslands, firstPositions, lastPositions);
  const truncated = removedIslands.reduce((sum, island) => sum + island.truncated, 0);
  await executeIn(tx, countRemoved, count, truncated);
  return count;
}

/** Maximum duration of the transaction. Higher than usual, because logs can be long. */
const REMOVAL_TIMEOUT_MS = 120_000;

/** Deletes consents, leaves signed marks in their place, and returns the number of deleted consents. Statistics stay unchanged. */
export async function removeConsents(site: Site, selection: RemovalSelection, reason: RemovalReason): Promise<number> {
  return await site.db.transaction((tx) => removeConsentsInTransaction(site, tx, selection, reason), { timeout: REMOVAL_TIMEOUT_MS });
}

/** Deletes one consent by ID. Throws `consent_not_found`. */
export async function deleteConsent(site: Site, id: number): Promise<void> {
  if ((await removeConsents(site, { id }, 'request')) === 0) throw consentNotFound();
}

/** Number of deleted rows by kind. */
export interface DeletionCounts {
  consents: number;
  revisions: number;
  independentRevisions: number;
  addresses: number;
  decisions: number;
  addressesOfPages: number;
  tcfStrings: number;
  groupCounts: number;
  buttonCounts: number;
  bypassCounts: number;
}

/** Deletes the whole log with its shared rows, and the statistics. Keeps the published revisions. */
export async function deleteAllConsents(site: Site): Promise<DeletionCounts> {
  const published = Object.values(site.settings.get(publishedRevisions)).map(({ hash }) => hash);
  return await site.db.transaction(
    async (tx) => {
      const consents = await removeConsentsInTransaction(site, tx, { everything: true }, 'all');
      const deleteTexts = async (kind: string) => (await tx.consentText.deleteMany({ where: { kind } })).count;
      return {
        consents,
        revisions: (await tx.consentRevision.deleteMany({ where: { part: 'dependent', hash: { notIn: published } } })).count,
        independentRevisions: (await tx.consentRevision.deleteMany({ where: { part: 'independent' } })).count,
        addresses: (await tx.consentAddress.deleteMany()).count,
        decisions: await deleteTexts('decision'),
        addressesOfPages: await deleteTexts('url'),
        tcfStrings: await deleteTexts('tcf'),
        groupCounts: (await tx.consentGroupCount.deleteMany()).count,
        buttonCounts: (await tx.consentButtonCount.deleteMany()).count,
        bypassCounts: (await tx.consentBypassCount.deleteMany()).count,
      };
    },
    { timeout: REMOVAL_TIMEOUT_MS },
  );
}
