import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { buildCountSql } from '../statistics/counting.ts';
import { buildUtcDaySql, buildCountedPagesSql } from './day-counts.ts';

const countRecentSql = `(SELECT count(*)::int FROM consent c JOIN consent_address a ON a.id = c.address_id
  WHERE a.ipv4_hash = $1 AND a.ipv6_hash = $2 AND c.created > $3::timestamptz)`;

/** Counts the consents of a network after a time. Parameters: the hashes of its IPv4 and IPv6 address (one of them is empty), and the time. */
export const selectRecentCount = statement('consent_recent', `SELECT ${countRecentSql} AS recent`, rowShape({ recent: 'int' }));

/**
 * Reads the end of the log, the number of recent consents of the same network, values of the visitor's previous consent, and the version of the
 * configuration. Parameters: those of `selectRecentCount`, and the UUID of the previous consent or null.
 */
export const selectLogEnd = statement(
  'consent_log_end',
  `SELECT head.position, head.link, ${countRecentSql} AS recent, (SELECT version FROM consent_configuration) AS version, before.tcf AS "previousTcfString", before.gcm AS "previousGcmConsent"
    FROM consent_log_head head
    LEFT JOIN LATERAL (
      SELECT t.text AS tcf, p.gcm_consent AS gcm FROM consent p LEFT JOIN consent_text t ON t.id = p.tcf_string_id
        WHERE p.uuid = $4 ORDER BY p.id DESC LIMIT 1
    ) before ON true
    WHERE head.id = 1`,
  rowShape({ position: 'int', link: 'text', recent: 'int', version: 'int', previousTcfString: 'text?', previousGcmConsent: 'json?' }),
);

const buildTextIdSql = (kind: string, parameter: number) =>
  `(SELECT id FROM texts WHERE kind = '${kind}' AND hash = $${parameter} LIMIT 1)`;

/**
 * Writes a consent, the rows that it shares with other consents, and the statistics, but only if the log still has the given end and the revisions
 * are stored. Updates the head of the log first, which locks it against other writers. Inserts with `ON CONFLICT DO NOTHING` do not return existing
 * rows, so each is combined with a select.
 */
export const insertConsent = statement(
  'consent_write',
  `WITH revisions AS (
    SELECT dependent.id AS dependent_id, independent.id AS independent_id FROM consent_revision dependent, consent_revision independent
    WHERE dependent.part = 'dependent' AND dependent.hash = $37 AND independent.part = 'independent' AND independent.hash = $38
  ), head AS (
    UPDATE consent_log_head SET position = $1::int, link = $3, count = count + 1, truncated = truncated + $39::int
    WHERE id = 1 AND position = $1::int - 1 AND EXISTS (SELECT 1 FROM revisions) RETURNING id
  ), given_text AS (
    SELECT * FROM unnest($5::text[], $6::bpchar[], $7::text[]) AS given (kind, hash, text) WHERE EXISTS (SELECT 1 FROM head)
  ), new_text AS (
    INSERT INTO consent_text (kind, hash, text) SELECT kind, hash, text FROM given_text ON CONFLICT (kind, hash) DO NOTHING RETURNING id, kind, hash
  ), texts AS (
    SELECT id, kind, hash FROM new_text UNION ALL
    SELECT t.id, t.kind, t.hash FROM consent_text t JOIN given_text g ON g.kind = t.kind AND g.hash = t.hash
  ), new_address AS (
    INSERT INTO consent_address (ipv4, ipv6, is_saved, ipv4_hash, ipv6_hash) SELECT $8, $9, $10::boolean, $11, $12 FROM head
    ON CONFLICT (ipv4_hash, ipv6_hash, is_saved, ipv4, ipv6) DO NOTHING RETURNING id
  ), address AS (
    SELECT id FROM new_address UNION ALL
    SELECT id FROM consent_address WHERE ipv4_hash = $11 AND ipv6_hash = $12 AND is_saved = $10::boolean AND ipv4 = $8 AND ipv6 = $9
  ), written AS (
    INSERT INTO consent (position, digest, link, uuid, created, created_client_time, context, plugin_version, design_version, address_id,
      revision_id, revision_independent_id, decision_id, previous_decision_id, button_clicked, blocker_id, viewport_width, viewport_height,
      referer_id, pure_referer_id, url_imprint_id, url_privacy_policy_id, dnt, custom_bypass, user_country, tcf_string_id,
      previous_tcf_string_id, gcm_consent, previous_gcm_consent, recorder, ui_view)
    SELECT $1::int, $2, $3, $4, $13::timestamptz, $14::timestamptz, $15, $16, $17::int, (SELECT id FROM address LIMIT 1), dependent_id,
      independent_id, ${buildTextIdSql('decision', 18)}, ${buildTextIdSql('decision', 19)}, $20, $21::int, $22::int, $23::int,
      ${buildTextIdSql('url', 24)}, ${buildTextIdSql('url', 25)}, ${buildTextIdSql('url', 26)}, ${buildTextIdSql('url', 27)},
      $28::boolean, $29, $30, ${buildTextIdSql('tcf', 31)}, ${buildTextIdSql('tcf', 32)}, $33::jsonb, $34::jsonb, $35, $36
    FROM head, revisions
    RETURNING id, created, context, pure_referer_id
  ), counted_days AS (
    INSERT INTO consent_day_count (pure_referer_id, context, day, count)
    SELECT page, context, ${buildUtcDaySql('created')}, 1 FROM written, ${buildCountedPagesSql('pure_referer_id')} WHERE page IS NOT NULL
    ON CONFLICT (pure_referer_id, context, day) DO UPDATE SET count = consent_day_count.count + 1
  )${buildCountSql(40)}
  SELECT (SELECT id FROM written) AS id, EXISTS (SELECT 1 FROM revisions) AS "isKnown"`,
  rowShape({ id: 'int?', isKnown: 'bool' }),
);
