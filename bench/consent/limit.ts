import { randomUUID } from 'node:crypto';
import { serveJson } from '../json-server.ts';

// Server with the minimum work for the rows of a consent: one statement, hashes that the database computes, and no checks.
const hash = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
const insertConsent = `WITH given AS (SELECT kind, text, ${hash('text')}::bpchar AS hash FROM (VALUES ('decision', '{"1":[1]}'), ('url', $1::text), ('url', split_part($1::text, '?', 1))) t (kind, text)),
  head AS (UPDATE consent_log_head SET position = position + 1, link = ${hash('link || $2::text')}, count = count + 1 WHERE id = 1 RETURNING position, link),
  added AS (INSERT INTO consent_text (kind, hash, text) SELECT kind, hash, text FROM given ON CONFLICT DO NOTHING RETURNING id, hash),
  texts AS (SELECT * FROM added UNION ALL SELECT t.id, t.hash FROM consent_text t JOIN given g ON g.kind = t.kind AND g.hash = t.hash),
  address AS (INSERT INTO consent_address (is_saved, ipv4_hash) VALUES (false, ${hash('$3::text')}) ON CONFLICT (ipv4_hash, ipv6_hash, is_saved, ipv4, ipv6) DO UPDATE SET is_saved = false RETURNING id),
  shares AS (INSERT INTO consent_group_count VALUES (current_date, '', 1, 'Essential', 0, 0), (current_date, '', 1, 'Essential', 1, 0), (current_date, '', 1, 'Essential', 2, 1)
    ON CONFLICT (day, context, group_id, accepted) DO UPDATE SET count = consent_group_count.count + excluded.count),
  days AS (INSERT INTO consent_day_count SELECT page, '', current_date, 1 FROM unnest(ARRAY[0, (SELECT min(id) FROM texts)]) AS p (page)
    ON CONFLICT (pure_referer_id, context, day) DO UPDATE SET count = consent_day_count.count + 1),
  button AS (INSERT INTO consent_button_count VALUES (current_date, '', $4::text, 1) ON CONFLICT (day, context, button) DO UPDATE SET count = consent_button_count.count + 1),
  bypass AS (INSERT INTO consent_bypass_count VALUES (current_date, '', 'none', 1) ON CONFLICT (day, context, bypass) DO UPDATE SET count = consent_bypass_count.count + 1),
  inserted AS (INSERT INTO consent (position, digest, link, uuid, created, plugin_version, design_version, address_id, revision_id, revision_independent_id, decision_id, button_clicked, referer_id, pure_referer_id)
    SELECT position, ${hash('$2::text')}, link, $2::text, now(), '1.0.0', 12, (SELECT id FROM address), 1, 6, (SELECT id FROM texts LIMIT 1), $4::text,
      (SELECT max(id) FROM texts), (SELECT min(id) FROM texts) FROM head RETURNING id, uuid)
  SELECT row_to_json(inserted)::text AS body FROM inserted`;

serveJson(async ({ pathname }, body) => {
  if (pathname === '/') return { name: 'ready', text: "SELECT '{}' AS body", values: [] };
  const { referer, buttonClicked } = await body();
  return { name: 'write', text: insertConsent, values: [referer, randomUUID(), String(Math.random()), buttonClicked] };
});
