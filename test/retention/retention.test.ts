import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftedBy, withClock } from '../../src/core/time/clock.ts';
import { jobsOf } from '../../src/domains/site/site.jobs.ts';
import { sessionCookie, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

const DAY_MS = 24 * 3600_000;

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const sql = <Row = Record<string, unknown>>(text: string) => site.site.db.sql<Row>(text);
const numberOf = async (from: string) => (await sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`))[0]!.n;
const cleanUp = () =>
  jobsOf(site.site)
    .find(({ name }) => name === 'clean-up')!
    .run(site.site);

async function set(key: string, value: number): Promise<void> {
  const mutation = 'mutation($key: String!, $value: JSON!) { updateSetting(input: { key: $key, value: $value }) { key } }';
  const { errors } = await site.graphql(mutation, { key, value }, 'administrator');
  expect(errors).toEqual([]);
}

async function later(days: number, work: () => Promise<void>): Promise<void> {
  await withClock(shiftedBy(days * DAY_MS), work);
}

/** Creates a post that was saved a number of times, and returns its ID. */
async function createRevisedPost(times: number): Promise<number> {
  const { body } = await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: 'Edition 0', status: 'publish' } });
  for (let n = 1; n <= times; n += 1)
    await site.rest('POST', `/core/v2/posts/${body.id}`, { as: 'editor', body: { title: `Edition ${n}` } });
  return body.id as number;
}

async function revisionsOf(id: number): Promise<string[]> {
  const [list, post] = [
    await site.rest('GET', `/core/v2/posts/${id}/revisions`, { as: 'editor' }),
    await site.rest('GET', `/core/v2/posts/${id}`, { as: 'editor' }),
  ];
  const titles = list.body.map(({ title }: { title: { raw: string; rendered: string } }) => title.raw ?? title.rendered);
  // the revision count of the post matches the revisions
  expect(post.body._links['version-history'][0].count).toBe(titles.length);
  expect(post.body._links['predecessor-version'][0].id).toBe(list.body[0].id);
  return titles;
}

describe('The nightly clean-up', () => {
  it('keeps all revisions unless settings limit their number or age, and always keeps the newest', async () => {
    const [many, two] = [await createRevisedPost(5), await createRevisedPost(2)];
    await later(1000, cleanUp);
    expect(await revisionsOf(many)).toHaveLength(5);

    await set('revisions_to_keep', 2);
    const { length } = await sql(`SELECT FROM audit_entry WHERE subject = 'content'`);
    await cleanUp();
    expect(await revisionsOf(many)).toEqual(['Edition 5', 'Edition 4']);
    expect(await revisionsOf(two)).toEqual(['Edition 2', 'Edition 1']);
    expect(await numberOf(`audit_entry WHERE subject = 'revision' AND action = 'delete'`)).toBe(3);
    expect(await sql(`SELECT FROM audit_entry WHERE subject = 'content'`)).toHaveLength(length);

    await set('revisions_to_keep', 0);
    await set('revision_kept_days', 10);
    await later(9, cleanUp);
    expect(await revisionsOf(two)).toHaveLength(2);
    await later(11, cleanUp);
    expect(await revisionsOf(many)).toEqual(['Edition 5']);
    expect(await revisionsOf(two)).toEqual(['Edition 2']);
    // the next revision is compared with it
    await site.rest('POST', `/core/v2/posts/${two}`, { as: 'editor', body: { title: 'Edition 2' } });
    expect(await revisionsOf(two)).toEqual(['Edition 2']);
  });

  it('removes a thousand revisions of one post in batches', async () => {
    const id = await createRevisedPost(1);
    await sql(`UPDATE revision SET created_utc = now() - interval '30 days' WHERE content_id = ${id}`);
    await sql(`INSERT INTO revision (content_id, title, content, excerpt, created_local, created_utc)
      SELECT ${id}, 'copy ' || n, '', '', now(), now() - interval '29 days' FROM generate_series(1, 1200) AS n`);
    await sql(
      `UPDATE content SET revision_count = 1201, latest_revision_id = (SELECT max(id) FROM revision WHERE content_id = ${id}) WHERE id = ${id}`,
    );
    await cleanUp();
    expect(await revisionsOf(id)).toEqual(['copy 1200']);
    await set('revision_kept_days', 0);
  });

  it('removes finished mail after a year and logs it', async () => {
    const mail = (status: string, count: number, days: number) =>
      sql(`INSERT INTO outgoing_mail (kind, status, due_at, created_utc)
        SELECT 'test', '${status}', now() - interval '${days} days', now() FROM generate_series(1, ${count})`);
    await sql(`DELETE FROM outgoing_mail`);
    await mail('sent', 1200, 366);
    for (const status of ['failed', 'kept', 'dropped', 'waiting']) await mail(status, 1, 366);
    await mail('sent', 1, 364);
    await cleanUp();
    expect((await sql<{ status: string }>('SELECT status FROM outgoing_mail ORDER BY id')).map(({ status }) => status)).toEqual([
      'waiting',
      'sent',
    ]);
    const [noted] = await sql<{ after: unknown }>(`SELECT after FROM audit_entry WHERE action = 'expire' AND subject = 'outgoing_mail'`);
    expect(noted?.after).toEqual({ removed: 1203, olderThanDays: 365 });
    await set('mail_kept_days', 0);
    await later(4000, cleanUp);
    expect(await numberOf('outgoing_mail')).toBe(2);
  });

  it('removes records of finished or abandoned imports, but not of running ones', async () => {
    const run = (name: string, started: number, finished: number | null) =>
      sql(`WITH made AS (INSERT INTO import_run (format, file_name, file_hash, options, status, started_at, finished_at) VALUES ('csv', '${name}', '${name}', '{}',
          '${finished === null ? 'running' : 'done'}', now() - interval '${started} days', ${finished === null ? 'NULL' : `now() - interval '${finished} days'`}) RETURNING id)
        INSERT INTO import_note (run_id, line, outcome, what, reason) SELECT made.id, n, 'skipped', 'item', 'why' FROM made, generate_series(1, 600) AS n`);
    await run('ended', 100, 91);
    await run('given up', 91, null);
    await run('long', 100, 89);
    await run('under way', 89, null);
    const service = (name: string, status: string, days: number) =>
      sql(`INSERT INTO event_import (import_id, origin, status, created_utc, modified_utc)
        VALUES ('${name}', 'ical', '${status}', now() - interval '400 days', now() - interval '${days} days')`);
    await service('a', 'success', 91);
    await service('b', 'failed', 91);
    await service('c', 'success', 89);
    for (const [name, status] of Object.entries({ d: 'pending', e: 'schedule', f: 'draft' })) await service(name, status, 399);
    await cleanUp();
    expect((await sql<{ name: string }>('SELECT file_name AS name FROM import_run ORDER BY id')).map(({ name }) => name)).toEqual([
      'long',
      'under way',
    ]);
    expect(await numberOf('import_note')).toBe(1200);
    expect((await sql<{ id: string }>('SELECT import_id AS id FROM event_import ORDER BY id')).map(({ id }) => id)).toEqual([
      'c',
      'd',
      'e',
      'f',
    ]);
  });

  it('removes old site scans except for the newest of each kind, and keeps scans for a month at least', async () => {
    const scan = (days: number, active: string) =>
      sql(
        `INSERT INTO site_scan (id, kind, status, created_at, active_kind) VALUES ('${randomUUID()}', 'scan', 'completed', now() - interval '${days} days', ${active})`,
      );
    await scan(900, 'NULL');
    await scan(366, `'scan'`);
    await scan(364, 'NULL');
    await cleanUp();
    expect(await numberOf('site_scan')).toBe(2);
    const mutation = 'mutation { updateSetting(input: { key: "scan_kept_days", value: 7 }) { key } }';
    expect((await site.graphql(mutation, {}, 'administrator')).errors[0]?.extensions['code']).toBe('invalid_arguments');
  });

  it('ends sessions after the configured time', async () => {
    const { id } = await site.user('editor');
    const begin = (remember: boolean) => startSession(site.site, id, { ip: '203.0.113.9', userAgent: 'test', remember });
    const daysOf = ({ startedAt, expiresAt }: { startedAt: Date; expiresAt: Date }) => (expiresAt.getTime() - startedAt.getTime()) / DAY_MS;
    expect([daysOf(await begin(false)), daysOf(await begin(true))]).toEqual([2, 14]);
    await set('session_days', 1);
    await set('session_remembered_days', 30);
    const [short, long] = [await begin(false), await begin(true)];
    expect([daysOf(short), daysOf(long)]).toEqual([1, 30]);
    expect(long.cookie).toEqual(sessionCookie(site.site, 30 * 24 * 3600));
    await later(15, cleanUp);
    expect(await numberOf('session')).toBe(1);
  });
});
