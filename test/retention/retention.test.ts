import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShiftedClock, withClock } from '../../src/core/time/clock.ts';
import { listJobs } from '../../src/domains/site/site.jobs.ts';
import { getSessionCookie, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

const DAY_MS = 24 * 3600_000;

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const sql = <Row = Record<string, unknown>>(text: string) => site.site.db.sql<Row>(text);
const countRows = async (from: string) => (await sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`))[0]!.n;
const cleanUp = () =>
  listJobs(site.site)
    .find(({ name }) => name === 'clean-up')!
    .run(site.site);

async function changeSetting(key: string, value: number): Promise<void> {
  const mutation = 'mutation($key: String!, $value: JSON!) { updateSetting(input: { key: $key, value: $value }) { key } }';
  const { errors } = await site.graphql(mutation, { key, value }, 'administrator');
  expect(errors).toEqual([]);
}

async function runLater(days: number, work: () => Promise<void>): Promise<void> {
  await withClock(createShiftedClock(days * DAY_MS), work);
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
    const [fiveRevisions, twoRevisions] = [await createRevisedPost(5), await createRevisedPost(2)];
    await runLater(1000, cleanUp);
    expect(await revisionsOf(fiveRevisions)).toHaveLength(5);

    await changeSetting('revisions_to_keep', 2);
    const { length } = await sql(`SELECT FROM audit_entry WHERE subject = 'content'`);
    await cleanUp();
    expect(await revisionsOf(fiveRevisions)).toEqual(['Edition 5', 'Edition 4']);
    expect(await revisionsOf(twoRevisions)).toEqual(['Edition 2', 'Edition 1']);
    expect(await countRows(`audit_entry WHERE subject = 'revision' AND action = 'delete'`)).toBe(3);
    expect(await sql(`SELECT FROM audit_entry WHERE subject = 'content'`)).toHaveLength(length);

    await changeSetting('revisions_to_keep', 0);
    await changeSetting('revision_kept_days', 10);
    await runLater(9, cleanUp);
    expect(await revisionsOf(twoRevisions)).toHaveLength(2);
    await runLater(11, cleanUp);
    expect(await revisionsOf(fiveRevisions)).toEqual(['Edition 5']);
    expect(await revisionsOf(twoRevisions)).toEqual(['Edition 2']);
    // the next save is compared with the remaining revision
    await site.rest('POST', `/core/v2/posts/${twoRevisions}`, { as: 'editor', body: { title: 'Edition 2' } });
    expect(await revisionsOf(twoRevisions)).toEqual(['Edition 2']);
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
    await changeSetting('revision_kept_days', 0);
  });

  it('removes finished mail after a year and logs it', async () => {
    const addMail = (status: string, count: number, days: number) =>
      sql(`INSERT INTO outgoing_mail (kind, status, due_at, created_utc)
        SELECT 'test', '${status}', now() - interval '${days} days', now() FROM generate_series(1, ${count})`);
    await sql(`DELETE FROM outgoing_mail`);
    await addMail('sent', 1200, 366);
    for (const status of ['failed', 'kept', 'dropped', 'waiting']) await addMail(status, 1, 366);
    await addMail('sent', 1, 364);
    await cleanUp();
    expect((await sql<{ status: string }>('SELECT status FROM outgoing_mail ORDER BY id')).map(({ status }) => status)).toEqual([
      'waiting',
      'sent',
    ]);
    const [entry] = await sql<{ after: unknown }>(`SELECT after FROM audit_entry WHERE action = 'expire' AND subject = 'outgoing_mail'`);
    expect(entry?.after).toEqual({ removed: 1203, olderThanDays: 365 });
    await changeSetting('mail_kept_days', 0);
    await runLater(4000, cleanUp);
    expect(await countRows('outgoing_mail')).toBe(2);
  });

  it('removes records of finished or abandoned imports, but not of running ones', async () => {
    const addImportRun = (name: string, started: number, finished: number | null) =>
      sql(`WITH created_run AS (INSERT INTO import_run (format, file_name, file_hash, options, status, started_at, finished_at) VALUES ('csv', '${name}', '${name}', '{}',
          '${finished === null ? 'running' : 'done'}', now() - interval '${started} days', ${finished === null ? 'NULL' : `now() - interval '${finished} days'`}) RETURNING id)
        INSERT INTO import_note (run_id, line, outcome, what, reason) SELECT created_run.id, n, 'skipped', 'item', 'why' FROM created_run, generate_series(1, 600) AS n`);
    await addImportRun('ended', 100, 91);
    await addImportRun('given up', 91, null);
    await addImportRun('long', 100, 89);
    await addImportRun('under way', 89, null);
    const addImport = (name: string, status: string, days: number) =>
      sql(`INSERT INTO event_import (import_id, origin, status, created_utc, modified_utc)
        VALUES ('${name}', 'ical', '${status}', now() - interval '400 days', now() - interval '${days} days')`);
    await addImport('a', 'success', 91);
    await addImport('b', 'failed', 91);
    await addImport('c', 'success', 89);
    for (const [name, status] of Object.entries({ d: 'pending', e: 'schedule', f: 'draft' })) await addImport(name, status, 399);
    await cleanUp();
    expect((await sql<{ name: string }>('SELECT file_name AS name FROM import_run ORDER BY id')).map(({ name }) => name)).toEqual([
      'long',
      'under way',
    ]);
    expect(await countRows('import_note')).toBe(1200);
    expect((await sql<{ id: string }>('SELECT import_id AS id FROM event_import ORDER BY id')).map(({ id }) => id)).toEqual([
      'c',
      'd',
      'e',
      'f',
    ]);
  });

  it('removes old site scans except for the newest of each kind, and keeps scans for at least a month', async () => {
    const addScan = (days: number, active: string) =>
      sql(
        `INSERT INTO site_scan (id, kind, status, created_at, active_kind) VALUES ('${randomUUID()}', 'scan', 'completed', now() - interval '${days} days', ${active})`,
      );
    await addScan(900, 'NULL');
    await addScan(366, `'scan'`);
    await addScan(364, 'NULL');
    await cleanUp();
    expect(await countRows('site_scan')).toBe(2);
    const mutation = 'mutation { updateSetting(input: { key: "scan_kept_days", value: 7 }) { key } }';
    expect((await site.graphql(mutation, {}, 'administrator')).errors[0]?.extensions['code']).toBe('invalid_arguments');
  });

  it('ends sessions after the configured time', async () => {
    const { id } = await site.user('editor');
    const startSessionFor = (remember: boolean) => startSession(site.site, id, { ip: '203.0.113.9', userAgent: 'test', remember });
    const daysOf = ({ startedAt, expiresAt }: { startedAt: Date; expiresAt: Date }) => (expiresAt.getTime() - startedAt.getTime()) / DAY_MS;
    expect([daysOf(await startSessionFor(false)), daysOf(await startSessionFor(true))]).toEqual([2, 14]);
    await changeSetting('session_days', 1);
    await changeSetting('session_remembered_days', 30);
    const [short, long] = [await startSessionFor(false), await startSessionFor(true)];
    expect([daysOf(short), daysOf(long)]).toEqual([1, 30]);
    expect(long.cookie).toEqual(getSessionCookie(site.site, 30 * 24 * 3600));
    await runLater(15, cleanUp);
    expect(await countRows('session')).toBe(1);
  });
});
