import type { Fill } from '../database.ts';

/** Words for generated texts. */
export const words =
  'lantern hall stage night concert season ticket door music light garden river summer winter open late early doors seats quiet loud'.split(
    ' ',
  );

/** Returns an SQL expression that selects one of the words. `number` is an SQL expression of the number of the word. */
export const selectWord = (number: string) => `(ARRAY[${words.map((text) => `'${text}'`).join(',')}])[1 + (${number}) % ${words.length}]`;

/** Inserts `count` published posts with one category and two tags each. `sentences` determines the length of the texts. */
export const posts =
  (count: number, sentences = 20): Fill =>
  async (client) => {
    await client.query(`
      INSERT INTO term (taxonomy, name, slug, sort_name)
      SELECT CASE WHEN n <= 20 THEN 'category' ELSE 'post_tag' END, 'Term ' || n, 'term-' || n, 'term ' || n FROM generate_series(1, 60) n`);
    await client.query(`
      INSERT INTO content (kind, status, title, content, excerpt, slug, author_id, guid, date_local, date_utc, modified_local, modified_utc, search_text, sort_title)
      SELECT 'post', 'publish', t.title, t.body, '', 'post-' || n, 1, 'http://bench.invalid/?p=' || n, d, d AT TIME ZONE 'UTC', d, d AT TIME ZONE 'UTC',
             lower(t.title || E'\\x01' || E'\\x01' || t.body), lower(t.title)
      FROM generate_series(1, ${count}) n,
      LATERAL (SELECT timestamp '2000-01-01' + n * interval '13 minutes' AS d) day,
      LATERAL (SELECT 'Evening ' || n || ' at the ' || ${selectWord('n')} AS title,
                      'Doors open at seven for the ' || ${selectWord('n / 17')} || ' ' || ${selectWord('n / 19')} || CASE WHEN n % 5000 = 7 THEN ' needle' ELSE '' END || E'.\\n\\n'
                        || repeat('A ' || ${selectWord('n / 13')} || ' evening with ' || ${selectWord('n / 11')} || '. ', ${sentences}) AS body) t`);
    await client.query(`
      INSERT INTO content_term (content_id, term_id)
      SELECT c.id, t.id FROM content c JOIN term t ON t.slug IN ('term-' || (1 + c.id % 20), 'term-' || (21 + c.id % 20), 'term-' || (41 + c.id % 20))
      WHERE c.kind = 'post'`);
    await client.query('UPDATE term SET count = (SELECT count(*) FROM content_term ct WHERE ct.term_id = term.id)');
  };
