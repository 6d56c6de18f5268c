import { createHash, createHmac, randomUUID } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';

// Handwritten server with Fastify and pg, only for consents. It writes the same rows, the same cookie and the same chain of hashes.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10, idleTimeoutMillis: 0 });
const key = process.env['SECRET_KEY'] ?? '';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (purpose: string, text: string) => createHmac('sha256', key).update(purpose).update('\0').update(text).digest('hex');

interface Group {
  id: number;
  name: string;
  services: number[];
}
interface Body {
  decision: string;
  buttonClicked: string;
  viewportWidth: number;
  viewportHeight: number;
  referer: string;
  createdClientTime: string;
  uiView: string;
}

const { rows: groups } = await pool.query<Group>(
  `SELECT g.id, g.name, array_agg(s.id) AS services FROM service_group g JOIN consent_service s ON s.group_id = g.id WHERE s.status = 'publish' GROUP BY g.id`,
);
const { rows: revisions } = await pool.query<{ id: number; hash: string; digest: string }>(
  'SELECT DISTINCT ON (part) id, hash, digest FROM consent_revision ORDER BY part, id DESC',
);
const [dependent, independent] = revisions as [(typeof revisions)[0], (typeof revisions)[0]];
const accepted = Object.fromEntries(groups.map(({ id, services }) => [id, services]));
const decision = JSON.stringify(accepted);
const privacy = `${process.env['SITE_URL']}/privacy`;

const selectHead = `SELECT position, link, (SELECT count(*)::int FROM consent c JOIN consent_address a ON a.id = c.address_id
    WHERE a.ipv4_hash = $1 AND a.ipv6_hash = '' AND c.created > $2::timestamptz) AS recent FROM consent_log_head WHERE id = 1 FOR UPDATE`;
const insertConsent = `WITH given AS (SELECT * FROM unnest($1::text[], $2::bpchar[], $3::text[]) AS t (kind, hash, text)),
  added AS (INSERT INTO consent_text (kind, hash, text) SELECT * FROM given ON CONFLICT DO NOTHING RETURNING id, hash),
  texts AS (SELECT * FROM added UNION ALL SELECT t.id, t.hash FROM consent_text t JOIN given g ON g.kind = t.kind AND g.hash = t.hash),
  added_address AS (INSERT INTO consent_address (is_saved, ipv4_hash) VALUES (false, $4) ON CONFLICT DO NOTHING RETURNING id),
  address AS (SELECT id FROM added_address UNION ALL SELECT id FROM consent_address WHERE ipv4_hash = $4 AND ipv6_hash = '' AND NOT is_saved AND ipv4 = '' AND ipv6 = ''),
  head AS (UPDATE consent_log_head SET position = $5, link = $7, count = count + 1, truncated = truncated + 1 WHERE id = 1),
  shares AS (INSERT INTO consent_group_count (day, context, group_id, group_name, accepted, count)
    SELECT $8::date, '', id, name, share, CASE share WHEN 2 THEN 1 ELSE 0 END FROM unnest($9::int[], $10::text[]) AS g (id, name), generate_series(0, 2) share
    ON CONFLICT (day, context, group_id, accepted) DO UPDATE SET count = consent_group_count.count + excluded.count),
  days AS (INSERT INTO consent_day_count SELECT page, '', $8::date, 1 FROM unnest(ARRAY[0, (SELECT id FROM texts WHERE hash = $21 LIMIT 1)]) AS p (page)
    ON CONFLICT (pure_referer_id, context, day) DO UPDATE SET count = consent_day_count.count + 1),
  button AS (INSERT INTO consent_button_count VALUES ($8::date, '', $11, 1) ON CONFLICT (day, context, button) DO UPDATE SET count = consent_button_count.count + 1),
  bypass AS (INSERT INTO consent_bypass_count VALUES ($8::date, '', 'none', 1) ON CONFLICT (day, context, bypass) DO UPDATE SET count = consent_bypass_count.count + 1)
  INSERT INTO consent (position, digest, link, uuid, created, created_client_time, plugin_version, design_version, address_id, revision_id, revision_independent_id,
    decision_id, button_clicked, viewport_width, viewport_height, referer_id, pure_referer_id, url_privacy_policy_id, ui_view)
  SELECT $5, $6, $7, $12, $13::timestamptz, $14::timestamptz, '1.0.0', 12, (SELECT id FROM address LIMIT 1), $15::int, $16::int, (SELECT id FROM texts WHERE hash = $17 LIMIT 1), $11, $18::int, $19::int,
    (SELECT id FROM texts WHERE hash = $20 LIMIT 1), (SELECT id FROM texts WHERE hash = $21 LIMIT 1), (SELECT id FROM texts WHERE hash = $22 LIMIT 1), $23 RETURNING id`;

const app = fastify({ trustProxy: (_address, hop) => hop < 1 });
app.post<{ Body: Body }>('/consent', async (request, reply) => {
  const { body } = request;
  const created = new Date();
  const uuid = randomUUID();
  const network = hmac('consent address', request.ip.replace(/\d+$/, '0'));
  const refererWithoutQuery = body.referer.split('?', 1)[0] as string;
  const hashes = [decision, body.referer, refererWithoutQuery, privacy].map(sha256) as [string, string, string, string];
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ position: number; link: string; recent: number }>({
      name: 'head',
      text: selectHead,
      values: [network, new Date(created.getTime() - 60_000)],
    });
    const head = rows[0] as (typeof rows)[0];
    if (head.recent > 255) throw new Error('too many consents from this network');
    const position = head.position + 1;
    const digest = sha256(
      JSON.stringify([position, uuid, created, body, decision, network, dependent.digest, independent.digest, privacy]),
    );
    const link = hmac('consent log link', `${head.link}\0${position}\0${digest}`);
    const inserted = await client.query<{ id: number }>({
      name: 'write',
      text: insertConsent,
      values: [
        ['decision', 'url', 'url', 'url'],
        hashes,
        [decision, body.referer, refererWithoutQuery, privacy],
        network,
        position,
        digest,
        link,
        created.toISOString().slice(0, 10),
        groups.map(({ id }) => id),
        groups.map(({ name }) => name),
        body.buttonClicked,
        uuid,
        created,
        body.createdClientTime,
        dependent.id,
        independent.id,
        hashes[0],
        body.viewportWidth,
        body.viewportHeight,
        hashes[1],
        hashes[2],
        hashes[3],
        body.uiView,
      ],
    });
    await client.query('COMMIT');
    const value = `${Math.floor(created.getTime() / 1000)}:${uuid}:${dependent.hash}:${JSON.stringify({ d: accepted, bc: body.buttonClicked })}`;
    reply.header('set-cookie', `consent=${encodeURIComponent(value)}; Max-Age=31536000; Path=/; SameSite=Strict`);
    return { uuid, revisionHash: dependent.hash, decision: accepted, consentId: inserted.rows[0]?.id, forward: null };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
});
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
