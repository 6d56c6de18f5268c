import type { Fill } from '../database.ts';
import { selectWord } from '../posts/data.ts';

const PLACES = 200;

/** Returns the start of an SQL statement that inserts published content from rows `r (id, title, body, at, ticketed)`. */
export const createContentInsert = (kind: string) => `
  INSERT INTO content (id, kind, status, title, content, excerpt, slug, author_id, guid, date_local, date_utc, modified_local, modified_utc, search_text, sort_title, ticketed)
  SELECT r.id, '${kind}', 'publish', r.title, r.body, '', '${kind}-' || r.id, 1, 'http://bench.invalid/?p=' || r.id, r.at, r.at AT TIME ZONE 'UTC', r.at, r.at AT TIME ZONE 'UTC',
         lower(r.title || E'\\x01' || E'\\x01' || r.body), lower(r.title), r.ticketed`;

/** Inserts the venues, organizers and terms that events share. Returns the number that precedes the ID of the first event. */
async function insertLinkedContent(query: (sql: string) => Promise<unknown>): Promise<number> {
  await query(`
    INSERT INTO term (taxonomy, name, slug, sort_name)
    SELECT CASE WHEN n <= 20 THEN 'event_category' ELSE 'post_tag' END, 'Term ' || n, 'term-' || n, 'term ' || n FROM generate_series(1, 60) n`);
  for (const [kind, from] of [
    ['venue', 1000],
    ['organizer', 2000],
  ] as const)
    await query(`${createContentInsert(kind)} FROM (SELECT ${from} + n AS id, '${kind} ' || n || ' at the ' || ${selectWord('n')} AS title, 'Known since ' || (1900 + n % 100) || '.' AS body,
      timestamp '2019-01-01' + n * interval '1 hour' AS at, '{}'::text[] AS ticketed FROM generate_series(1, ${PLACES}) n) r`);
  await query(`
    INSERT INTO venue (content_id, address, city, country, state, state_province, zip, phone, website, latitude, longitude, search_text)
    SELECT 1000 + n, n || ' Long Road', 'Town ' || n % 40, 'Norway', 'Viken', 'Viken', lpad(n::text, 4, '0'), '+47 ' || n, 'https://venue.example/' || n, 59 + n % 10 / 10.0, 10 + n % 10 / 10.0, 'town'
    FROM generate_series(1, ${PLACES}) n`);
  await query(`
    INSERT INTO organizer (content_id, phone, website, email, search_text)
    SELECT 2000 + n, '+47 ' || n, 'https://organizer.example/' || n, 'o' || n || '@example.org', 'organizer' FROM generate_series(1, ${PLACES}) n`);
  return 10_000;
}

/**
 * Inserts `count` published, upcoming events, 20 seconds apart. Each has a venue, one or two organizers, a category and a tag. Half of the events
 * have a price.
 */
export const events =
  (count: number): Fill =>
  async (client) => {
    const query = (sql: string) => client.query(sql);
    const lastId = await insertLinkedContent(query);
    const numbers = `generate_series(1, ${count}) n`;
    await query(`${createContentInsert('event')} FROM (SELECT ${lastId} + n AS id, initcap(${selectWord('n')}) || ' ' || ${selectWord('n / 7')} || ' ' || n AS title,
      'Doors open at seven for the ' || ${selectWord('n / 17')} || ' ' || ${selectWord('n / 19')} || E'.\\n\\n' || repeat('A ' || ${selectWord('n / 13')} || ' evening with ' || ${selectWord('n / 11')} || '. ', 8) AS body,
      timestamp '2024-01-01' + n * interval '10 seconds' AS at, CASE WHEN n % 4 = 0 THEN '{rsvp}'::text[] ELSE '{}' END AS ticketed FROM ${numbers}) r`);
    await query(`
      INSERT INTO event (content_id, status, start_local, end_local, start_utc, end_utc, timezone, duration_seconds, costs, currency_symbol, currency_code, currency_position, show_map, show_map_link)
      SELECT ${lastId} + n, 'publish', s.at, s.at + interval '2 hours', s.at AT TIME ZONE 'Europe/Oslo', (s.at + interval '2 hours') AT TIME ZONE 'Europe/Oslo', 'Europe/Oslo', 7200,
             CASE WHEN n % 2 = 0 THEN ARRAY['10', '25'] ELSE '{}' END, '$', 'USD', 'prefix', true, true
      FROM ${numbers}, LATERAL (SELECT date_trunc('year', now()::timestamp) + interval '2 years' + n * interval '20 seconds' AS at) s`);
    await query(`INSERT INTO event_venue (event_id, venue_id, position) SELECT ${lastId} + n, 1001 + n % ${PLACES}, 0 FROM ${numbers}`);
    await query(
      `INSERT INTO event_organizer (event_id, organizer_id, position) SELECT ${lastId} + n, 2001 + (n + k * 7) % ${PLACES}, k FROM ${numbers}, generate_series(0, 1) k WHERE k = 0 OR n % 2 = 0`,
    );
    await query(
      `INSERT INTO content_term (content_id, term_id) SELECT ${lastId} + n, t.id FROM ${numbers} JOIN term t ON t.slug IN ('term-' || (1 + n % 20), 'term-' || (21 + n % 40))`,
    );
    await query('UPDATE term SET count = (SELECT count(*) FROM content_term ct WHERE ct.term_id = term.id)');
  };
