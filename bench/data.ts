import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openSite } from '../src/open-site.ts';
import { readConfig } from '../src/config.ts';
import { prepareContents } from '../src/first-contents.ts';

/** Credentials of the benchmark's administrator; the database exists for minutes and on loopback only. */
export const admin = { login: 'bench', password: 'b'.repeat(24) };

export interface BenchDatabase {
  url: string;
  drop(): Promise<void>;
}

const words =
  'lantern hall stage night concert season ticket door music light garden river summer winter open late early doors seats quiet loud'.split(
    ' ',
  );

/** A migrated database of its own on the given server, filled with `posts` published posts by set-based SQL. */
export async function createBenchDatabase(serverUrl: string, posts: number): Promise<BenchDatabase> {
  const name = `marquee_bench_${randomBytes(4).toString('hex')}`;
  const server = new pg.Client(serverUrl);
  await server.connect();
  await server.query(`CREATE DATABASE ${name}`);
  const address = new URL(serverUrl);
  address.pathname = `/${name}`;
  const drop = async () => {
    await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.end();
  };
  try {
    const site = await openSite(
      readConfig({
        DATABASE_URL: address.href,
        SECRET_KEY: 'k'.repeat(64),
        DEMO_DATA: 'none',
        LOG_LEVEL: 'silent',
        BOOTSTRAP_ADMIN_LOGIN: admin.login,
        BOOTSTRAP_ADMIN_EMAIL: 'bench@example.org',
        BOOTSTRAP_ADMIN_APPLICATION_PASSWORD: admin.password,
      }),
    );
    await prepareContents(site);
    await site.close();
    await fill(address.href, posts);
  } catch (error) {
    await drop();
    throw error;
  }
  return { url: address.href, drop };
}

async function fill(url: string, posts: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const list = words.map((word) => `'${word}'`).join(',');
  await client.query(`
    INSERT INTO term (taxonomy, name, slug, sort_name)
    SELECT CASE WHEN n <= 20 THEN 'category' ELSE 'post_tag' END, 'Term ' || n, 'term-' || n, 'term ' || n FROM generate_series(1, 60) n`);
  await client.query(`
    INSERT INTO content (kind, status, title, content, excerpt, slug, author_id, guid, date_local, date_utc, modified_local, modified_utc, search_text, sort_title)
    SELECT 'post', 'publish', t.title, t.body, '', 'post-' || n, 1, 'http://bench.invalid/?p=' || n, d, d AT TIME ZONE 'UTC', d, d AT TIME ZONE 'UTC',
           lower(t.title || E'\\x01' || E'\\x01' || t.body), lower(t.title)
    FROM generate_series(1, ${posts}) n,
    LATERAL (SELECT timestamp '2020-01-01' + n * interval '7 minutes' AS d) day,
    LATERAL (SELECT 'Evening ' || n || ' at the ' || w[1 + n % 20] AS title,
                    'Doors open at seven for the ' || w[1 + n % 17] || ' ' || w[1 + n % 19] || E'.\\n\\n' || repeat('A ' || w[1 + n % 13] || ' evening with ' || w[1 + n % 11] || '. ', 20) AS body
             FROM (SELECT ARRAY[${list}] AS w) a) t`);
  await client.query(`
    INSERT INTO content_term (content_id, term_id)
    SELECT c.id, t.id FROM content c JOIN term t ON t.slug IN ('term-' || (1 + c.id % 20), 'term-' || (21 + c.id % 20), 'term-' || (41 + c.id % 20))
    WHERE c.kind = 'post'`);
  await client.query('UPDATE term SET count = (SELECT count(*) FROM content_term ct WHERE ct.term_id = term.id)');
  await client.query('VACUUM ANALYZE');
  await client.end();
}
