import pg from 'pg';
import { createServerConfig } from '../../src/core/db/server.ts';

/** Runs SQL statements and updates the planner statistics of the database. */
async function runSql(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(createServerConfig(url));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

/**
 * Fills a migrated database with published posts in bulk SQL: 60 terms (20 categories, 40 tags; tag 60 is rare), 50 authors,
 * one post in 5,000 with the word `needle`, one in 1,000 sticky or a quote, one in 200 below a parent.
 */
export async function fillWithPosts(url: string, posts: number): Promise<void> {
  await runSql(url, [
    `INSERT INTO user_account (login, email, display_name, slug, role) SELECT 'u' || n, 'u' || n || '@example.org', 'U' || n, 'u' || n, 'author' FROM generate_series(1, 50) n`,
    `
      INSERT INTO term (id, taxonomy, name, slug, sort_name)
      SELECT n, CASE WHEN n <= 20 THEN 'category' ELSE 'post_tag' END, 'Term ' || n, 'term-' || n, 'term ' || n FROM generate_series(2, 60) n`,
    `
      INSERT INTO content (kind, status, title, content, slug, author_id, date_local, date_utc, modified_local, modified_utc, search_text, sort_title, sticky, format)
      SELECT 'post', CASE WHEN n % 50 = 0 THEN 'draft' ELSE 'publish' END, t.title, t.body, 'post-' || n, 1 + n % 50, d, d AT TIME ZONE 'UTC', d, d AT TIME ZONE 'UTC',
             lower(t.title || chr(1) || chr(1) || t.body), lower(t.title), n % 1000 = 1, CASE WHEN n % 1000 = 2 THEN 'quote' ELSE 'standard' END
      FROM generate_series(1, ${posts}) n,
      LATERAL (SELECT timestamp '2020-01-01' + n * interval '7 minutes' AS d) day,
      LATERAL (SELECT 'Evening ' || n AS title, 'Doors open at seven. ' || md5(n::text) || CASE WHEN n % 5000 = 7 THEN ' needle' ELSE '' END || repeat(' An evening with music.', 12) AS body) t`,
    'UPDATE content c SET parent_id = p.id FROM content p WHERE c.id % 200 = 3 AND p.id = c.id - 1',
    `
      INSERT INTO content_term (content_id, term_id)
      SELECT c.id, n FROM content c, LATERAL (VALUES (1 + c.id % 20), (21 + c.id % 20), (41 + c.id % 19)) AS t(n)`,
    'DELETE FROM content_term WHERE term_id = 60',
    'INSERT INTO content_term (content_id, term_id) SELECT id, 60 FROM content WHERE id % 1000 = 5',
  ]);
}

/**
 * Fills a migrated database with markers in bulk SQL: 100 maps, evenly distributed over the globe, one in 5,000 with the word `needle`, one in
 * 20 not approved. A circle of 50 km at middle latitudes contains a few of a hundred thousand markers.
 */
export async function fillWithMarkers(url: string, markers: number): Promise<void> {
  await runSql(url, [
    `INSERT INTO map (title) SELECT 'Map ' || n FROM generate_series(2, 100) n`,
    `
      INSERT INTO map_marker (map_id, title, category, address, description, lat, lng, lat_num, lng_num, approved, search_text)
      SELECT 1 + n % 100, t.title, 'place', t.address, t.description, lat::text, lng::text, lat, lng, n % 20 <> 0,
             lower(t.title || chr(1) || 'place' || chr(1) || t.address || chr(1) || t.description)
      FROM generate_series(1, ${markers}) n,
      LATERAL (SELECT degrees(asin(2 * (n * 0.754877666 - floor(n * 0.754877666)) - 1)) AS lat, 360 * (n * 0.569840291 - floor(n * 0.569840291)) - 180 AS lng) spot,
      LATERAL (SELECT 'Stop ' || n AS title, 'Street ' || n % 1000 AS address, md5(n::text) || CASE WHEN n % 5000 = 7 THEN ' needle' ELSE '' END AS description) t`,
  ]);
}

/**
 * Fills a migrated database with attendees and views in bulk SQL: 200 events, attendees registered and checked in evenly over the past days,
 * and views of every event from every channel on each of 400 days.
 */
export async function fillWithStatistics(url: string, attendees: number): Promise<void> {
  await runSql(url, [
    `
      INSERT INTO content (kind, status, title, slug, date_local, date_utc, modified_local, modified_utc, sort_title)
      SELECT 'tribe_events', 'publish', 'Event ' || n, 'event-' || n, now(), now(), now(), now(), 'event ' || n FROM generate_series(1, 200) n`,
    `
      INSERT INTO attendee (ticket_id, post_id, provider, order_status, full_name, email, security_code, price_paid_minor, currency, checked_in, checkin_at, created_utc, modified_utc)
      SELECT 1, (SELECT min(id) FROM content WHERE kind = 'tribe_events') + n % 200, 'tc', 'completed', 'Guest', 'guest@example.org', 'c' || n, 1250, 'EUR',
             n % 2 = 0, CASE WHEN n % 2 = 0 THEN t.at END, t.at, t.at
      FROM generate_series(1, ${attendees}) n, LATERAL (SELECT now() - n * interval '400 days' / ${attendees} AS at) t`,
    `
      INSERT INTO page_view_count (day, kind, target_id, channel, views)
      SELECT current_date - ago, 'event', c.id, channel, 1 + ago % 7 FROM generate_series(0, 399) ago, content c,
        unnest(ARRAY['direct', 'site', 'search', 'social', 'mail', 'referral']) channel WHERE c.kind = 'tribe_events'`,
  ]);
}

/**
 * Fills a migrated database with tickets in bulk SQL, five for each post. Tickets of every second post share their capacity. Each ticket has two
 * waiting-list entries, of which those of the last tenth are still waiting.
 */
export async function fillWithWaiting(url: string, tickets: number): Promise<void> {
  await runSql(url, [
    `
      INSERT INTO content (kind, status, title, slug, date_local, date_utc, modified_local, modified_utc, sort_title)
      SELECT 'post', 'publish', 'Post ' || n, 'post-' || n, now(), now(), now(), now(), 'post ' || n FROM generate_series(1, ${tickets / 5}) n`,
    `
      INSERT INTO ticket (post_id, provider, title, stock_mode, capacity, sold, created_utc, modified_utc)
      SELECT c.id, 'tc', 'Ticket ' || n, CASE WHEN c.id % 2 = 0 THEN 'own' ELSE 'capped' END, 2, 2, now(), now()
      FROM content c, generate_series(1, 5) n WHERE c.title LIKE 'Post %' ORDER BY c.id`,
    `
      INSERT INTO waiting_entry (ticket_id, quantity, full_name, email, email_text, key_hash, status, created_utc, changed_utc)
      SELECT t.id, 1, 'Guest', n || '@example.org', n || '@example.org', t.id || ' ' || n,
             CASE WHEN rank() OVER (ORDER BY t.id) > ${tickets * 1.8} THEN 'waiting' ELSE 'left' END, now(), now()
      FROM ticket t, generate_series(1, 2) n ORDER BY t.id`,
  ]);
}

/**
 * Fills a migrated database with events in series of ten in bulk SQL. Each event has five tickets, ten orders of two places with a receipt, and a
 * discount code.
 */
export async function fillWithSales(url: string, events: number): Promise<void> {
  await runSql(url, [
    `
      INSERT INTO content (kind, status, title, slug, date_local, date_utc, modified_local, modified_utc, sort_title)
      SELECT 'event', 'publish', 'Event ' || n, 'event-' || n, now(), now(), now(), now(), 'event ' || n FROM generate_series(1, ${events}) n`,
    `INSERT INTO event_series (rule, created_utc) SELECT 'FREQ=DAILY;COUNT=10', now() FROM generate_series(1, ${events / 10})`,
    `
      INSERT INTO event (content_id, status, start_local, end_local, start_utc, end_utc, timezone, duration_seconds, series_id)
      SELECT c.id, 'publish', t.at, t.at, t.at, t.at, 'UTC', 0, (SELECT min(id) FROM event_series) + (c.n - 1) / 10
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM content WHERE kind = 'event') c, LATERAL (SELECT timestamp '2031-01-01' + c.n * interval '1 hour' AS at) t`,
    `
      INSERT INTO ticket (post_id, provider, title, stock_mode, capacity, created_utc, modified_utc)
      SELECT content_id, 'tc', 'Ticket ' || n, 'own', 100, now(), now() FROM event, generate_series(1, 5) n`,
    `
      WITH placed AS (INSERT INTO ticket_order (provider, status, hash, purchaser_name, purchaser_email, currency, created_utc, modified_utc)
        SELECT 'tc', 'completed', 'h' || n, 'Guest', 'guest@example.org', 'EUR', now(), now() FROM generate_series(1, ${events * 10}) n RETURNING id),
      numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM placed),
      ticketed AS (SELECT id, post_id, row_number() OVER (ORDER BY id) AS n FROM ticket),
      bought AS (SELECT o.id AS order_id, t.id AS ticket_id, t.post_id FROM numbered o JOIN ticketed t ON t.n = 1 + (o.n - 1) / 2),
      lines AS (INSERT INTO ticket_order_item (order_id, ticket_id, quantity, price_minor, regular_price_minor, sub_total_minor)
        SELECT order_id, ticket_id, 2, 1250, 1250, 2500 FROM bought),
      seated AS (INSERT INTO attendee (ticket_id, post_id, provider, order_id, order_status, full_name, email, security_code, price_paid_minor, currency, created_utc, modified_utc)
        SELECT ticket_id, post_id, 'tc', order_id, 'completed', 'Guest', 'guest@example.org', order_id || '-' || n, 1250, 'EUR', now(), now() FROM bought, generate_series(1, 2) n)
      INSERT INTO receipt (kind, number, order_id, issued_utc, currency, total_minor, tax_minor, tax_rate, seller_name, seller_address, seller_tax_number, buyer_name)
      SELECT 'receipt', n, id, now(), 'EUR', 2500, 0, 0, 'Hall', '', '', 'Guest' FROM numbered`,
    `
      INSERT INTO discount_code (event_id, code, code_key, percent, is_active, created_utc, modified_utc)
      SELECT content_id, 'SAVE', 'save', 10, true, now(), now() FROM event`,
  ]);
}
