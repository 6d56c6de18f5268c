import type { Fill } from '../database.ts';

/** Number of pages on which visitors decide. */
const PAGES = 400;
const CONSENTS_PER_ADDRESS = 5;
/** Time of the newest consent. The consents are a minute and a half apart, so that a million of them cover three years. */
const NEWEST = '2026-11-01 00:00:00Z';
const INTERVAL_SECONDS = 90;

/** Filter values that match the same number of consents, regardless of the total number. */
export const rareFilterValues = {
  uuid: '00000007-0000-4000-8000-000000000000',
  /** An IP address with a few consents. */
  ip: '10.0.1.9',
  referer: 'https://site.example/rare',
  day: '2026-10-30',
  context: 'la',
} as const;

const pad = (n: string) => `lpad(to_hex(${n}), 8, '0')`;
const hash = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

/**
 * Inserts `count` consents, the revisions, texts and IP addresses that they refer to, the head of the log, and the counts for each day. The digests
 * and links of the hash chain are fake.
 */
export const consents =
  (count: number): Fill =>
  async (client) => {
    const addresses = Math.ceil(count / CONSENTS_PER_ADDRESS);
    await client.query(`
      INSERT INTO consent_revision (id, part, hash, digest, json, created_at)
      SELECT n, CASE WHEN n <= 5 THEN 'dependent' ELSE 'independent' END, md5('revision ' || n), ${hash("'revision ' || n")},
        json_build_object('groups', json_build_array(), 'filler', repeat('x', 8000))::text, now() FROM generate_series(1, 10) n`);
    await client.query(`
      INSERT INTO consent_text (id, kind, hash, text)
      SELECT n, kind, ${hash('text')}, text FROM (
        SELECT n, 'decision' AS kind, '{"1":[' || n || ']}' AS text FROM generate_series(1, 20) n
        UNION ALL SELECT 100 + n, 'url', 'https://site.example/page-' || n FROM generate_series(0, ${PAGES - 1}) n
        UNION ALL SELECT 99, 'url', '${rareFilterValues.referer}'
        UNION ALL SELECT 1000 + n, 'url', 'https://site.example/page-' || (n / 10) || '?from=' || n FROM generate_series(0, ${PAGES * 10 - 1}) n
        UNION ALL SELECT 98, 'url', 'https://site.example/privacy') given`);
    // the hashes may be fake, because the filter by IP address also matches the column ipv4
    await client.query(`
      INSERT INTO consent_address (id, ipv4, is_saved, ipv4_hash)
      SELECT n, '10.' || (n >> 16) || '.' || (n >> 8 & 255) || '.' || (n & 255), true, ${hash("'network ' || n")} FROM generate_series(1, ${addresses}) n`);
    await client.query(`
      INSERT INTO consent (id, position, digest, link, uuid, created, context, plugin_version, design_version, address_id, revision_id,
        revision_independent_id, decision_id, previous_decision_id, button_clicked, viewport_width, viewport_height, referer_id, pure_referer_id,
        url_privacy_policy_id, ui_view)
      SELECT n, n, md5(n::text) || md5('d' || n), md5('l' || n) || md5('k' || n), ${pad('n')} || '-0000-4000-8000-000000000000',
        timestamptz '${NEWEST}' - (${count} - n) * interval '${INTERVAL_SECONDS} seconds',
        CASE WHEN n <= 20 THEN '${rareFilterValues.context}' WHEN n % 3 = 0 THEN 'de' ELSE '' END, '1.0.0', 12, 1 + n % ${addresses}, 1 + n % 5, 6 + n % 5,
        1 + n % 20, CASE WHEN n % 4 = 0 THEN 1 + (n + 1) % 20 END, CASE n % 3 WHEN 0 THEN 'main_all' WHEN 1 THEN 'main_essential' ELSE 'ind_custom' END,
        1280, 720, 1000 + n % ${PAGES * 10}, CASE WHEN n % ${Math.ceil(count / 20)} = 0 THEN 99 ELSE 100 + n % ${PAGES * 10} / 10 END, 98, 'initial'
      FROM generate_series(1, ${count}) n`);
    await client.query(
      `UPDATE consent_log_head SET position = ${count}, count = ${count}, truncated = 0, link = (SELECT link FROM consent WHERE position = ${count})`,
    );
    // page 0 counts the consents of all pages
    await client.query(`
      INSERT INTO consent_day_count (pure_referer_id, context, day, count)
      SELECT page, context, (created AT TIME ZONE 'UTC')::date, count(*) FROM consent, unnest(ARRAY[0, pure_referer_id]) AS of_page (page)
      WHERE page IS NOT NULL GROUP BY 1, 2, 3`);
    for (const table of ['consent', 'consent_address', 'consent_text', 'consent_revision'])
      await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`);
  };
