import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { readAdminCommand } from '../../src/cli/admin-commands.ts';
import { runOnSite } from '../../src/cli/site-commands.ts';
import { auditKeptDays } from '../../src/domains/audit/audit.settings.ts';
import { removeOldEntries } from '../../src/domains/audit/retention.ts';
import { sealEntries } from '../../src/domains/audit/seal.ts';
import { verifyAudit } from '../../src/domains/audit/verify.ts';
import { eraseAddress } from '../../src/domains/compliance/people/erasure.ts';
import { unauditedTables } from '../../src/core/db/audited/unaudited.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

const entries = `query($subject: String, $requestId: String, $action: AuditAction) {
  auditEntries(first: 50, subject: $subject, requestId: $requestId, action: $action) {
    totalCount nodes { number action subject rowKey actorId credential face operation requestId before after erased } } }`;

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const read = async (filters: Record<string, string>) => {
  const { data, errors } = await site.graphql(entries, filters, 'administrator');
  expect(errors).toEqual([]);
  return data.auditEntries.nodes;
};

/** Runs statements with the protecting triggers disabled, as a database owner could. */
async function tamper(...statements: string[]): Promise<void> {
  await site.site.db.sql('ALTER TABLE audit_entry DISABLE TRIGGER USER');
  for (const text of statements) await site.site.db.sql(text);
  await site.site.db.sql('ALTER TABLE audit_entry ENABLE TRIGGER USER');
}

describe('Audit log', () => {
  it('records the actor, the API, the credential and the values before and after a change', async () => {
    const { id: editorId } = await site.user('editor');
    const created = await site.rest('POST', '/core/v2/posts', {
      as: 'editor',
      body: { title: 'First', status: 'publish', password: 'open sesame' },
    });
    expect(created.status).toBe(201);
    const changed = await site.rest('POST', `/core/v2/posts/${created.body.id}`, { as: 'editor', body: { title: 'Second' } });
    const requestId = changed.headers['x-request-id'] as string;
    const [entry] = (await read({ subject: 'content', requestId })).filter(({ action }: { action: string }) => action === 'UPDATE');
    expect(entry).toMatchObject({
      rowKey: `[${created.body.id}]`,
      actorId: editorId,
      face: 'REST',
      requestId,
      before: { title: 'First' },
      after: { title: 'Second' },
    });
    expect(entry.credential).toMatch(/^application-password [0-9a-f-]{36}$/);
    expect(entry.operation).toContain('/posts');
    expect(Object.keys(entry.after)).not.toContain('search_text');
    const [insert] = await read({ subject: 'content', requestId: created.headers['x-request-id'] as string });
    expect(insert.after).toMatchObject({ title: 'First', password: '(not shown)' });
  });

  it('truncates long values and hides account secrets', async () => {
    const text = 'long '.repeat(5000);
    const { headers } = await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: 'Long', content: text } });
    const [entry] = await read({ subject: 'content', requestId: headers['x-request-id'] as string });
    expect(JSON.stringify(entry).length).toBeLessThan(4000);
    expect(JSON.stringify(entry.after)).toContain('sha256');
    const passwords = await read({ subject: 'application_password' });
    expect(passwords[0].after).toMatchObject({ secret_hash: '(not shown)' });
  });

  it('records the caller of a write outside a transaction, and role changes', async () => {
    const { id } = await site.user('author');
    const changedRole = await site.rest('POST', `/core/v2/users/${id}`, { as: 'administrator', body: { roles: ['editor'] } });
    expect(changedRole.status).toBe(200);
    const [entry] = await read({ subject: 'user_account', requestId: changedRole.headers['x-request-id'] as string });
    expect(entry).toMatchObject({ action: 'UPDATE', rowKey: `[${id}]`, before: { role: 'author' }, after: { role: 'editor' } });
    const changedSetting = await site.rest('POST', '/core/v2/settings', { as: 'administrator', body: { title: 'Audited' } });
    const [setting] = await read({ subject: 'setting', requestId: changedSetting.headers['x-request-id'] as string });
    expect(setting.actorId).toBe((await site.user('administrator')).id);
  });

  it('records refused sign-ins without the typed password', async () => {
    const authorization = `Basic ${Buffer.from('administrator:my-account-password').toString('base64')}`;
    await site.user('administrator');
    expect((await site.rest('GET', '/core/v2/users/me', { headers: { authorization } })).status).toBe(401);
    const refusals = await read({ action: 'SIGN_IN_REFUSED' });
    expect(refusals[0]).toMatchObject({
      subject: 'application_password',
      rowKey: `[${(await site.user('administrator')).id}]`,
      face: 'REST',
    });
    expect(JSON.stringify(refusals)).not.toContain('my-account-password');
  });

  it('is readable only by administrators', async () => {
    expect((await site.graphql(entries, {}, 'editor')).errors[0]?.extensions['code']).toBe('forbidden');
    expect((await site.graphql('mutation { verifyAuditLog { checked } }', {}, 'editor')).errors[0]?.extensions['code']).toBe('forbidden');
  });

  it('covers every table that is not listed with a reason', async () => {
    const rows = await site.site.db.sql<{ name: string; audited: boolean }>(
      `SELECT c.relname::text AS name, EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'audit_change') AS audited
        FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
    );
    const names = rows.map(({ name }) => name);
    expect(rows.filter(({ name, audited }) => audited === Object.hasOwn(unauditedTables, name)).map(({ name }) => name)).toEqual([]);
    expect(Object.keys(unauditedTables).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('names the command of a change without its options, wherever they stand', async () => {
    const line = ['--password', 'a long secret', 'users', 'create', 'wick', 'wick@example.org'];
    await runOnSite('admin', line, { config: site.config });
    const operations = await site.site.db.sql(`SELECT DISTINCT operation FROM audit_entry WHERE operation LIKE 'admin%'`);
    expect(operations).toEqual([{ operation: 'admin users create' }]);
  });

  it('is append-only', async () => {
    await expect(site.site.db.sql(`UPDATE audit_entry SET actor_id = 1`)).rejects.toThrow(/only added to/);
    await expect(site.site.db.sql('DELETE FROM audit_entry')).rejects.toThrow(/only added to/);
    await expect(site.site.db.sql('TRUNCATE audit_entry')).rejects.toThrow(/only added to/);
    await sealEntries(site.site);
    await expect(site.site.db.sql('DELETE FROM audit_seal')).rejects.toThrow(/only added to/);
  });

  it('seals every entry even if writes and seals run at the same time', async () => {
    const write = (n: number) =>
      site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: `Concurrent ${n}`, status: 'publish' } });
    const sealing = Array.from({ length: 12 }, () => sealEntries(site.site));
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => write(n)));
    await Promise.all([...sealing, sealEntries(site.site)]);
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201));
    const { faults, checked } = await verifyAudit(site.site);
    expect(faults).toEqual([]);
    const [count] = await site.site.db.sql<{ count: number }>('SELECT count(*)::int AS count FROM audit_entry');
    expect(checked).toBe(count?.count);
  });

  it('detects altered, removed, inserted and truncated entries', async () => {
    const { head } = await verifyAudit(site.site);
    const [newest] = await site.site.db.sql<{ id: string }>(`SELECT max(id)::text AS id FROM audit_entry WHERE subject = 'content'`);
    const id = newest?.id as string;
    const faults = async () => (await verifyAudit(site.site)).faults.map(({ entryId, fault }) => [entryId, fault]);
    await tamper(
      `CREATE TABLE copied_entry AS SELECT * FROM audit_entry WHERE id = ${id}`,
      `UPDATE audit_entry SET after = '{}' WHERE id = ${id}`,
    );
    expect(await faults()).toEqual([[id, 'entry altered']]);
    await tamper(`UPDATE audit_entry SET erased = true WHERE id = ${id}`);
    expect(await faults()).toEqual([[id, 'erased without an erasure']]);
    await tamper(`DELETE FROM audit_entry WHERE id = ${id}`);
    expect(await faults()).toEqual([[id, 'entry missing']]);
    await expect(readAdminCommand(['audit', 'verify'])(site.site)).rejects.toThrow(/entry missing/);
    await tamper(
      `INSERT INTO audit_entry SELECT * FROM copied_entry`,
      `INSERT INTO audit_entry (action, subject) VALUES ('update', 'content')`,
    );
    expect(await faults()).toEqual([[expect.any(String), 'entry inserted']]);
    await tamper(`DELETE FROM audit_entry WHERE id = (SELECT max(id) FROM audit_entry)`, 'DROP TABLE copied_entry');
    expect(await faults()).toEqual([]);
    expect((await verifyAudit(site.site, head)).faults).toEqual([]);
    expect((await verifyAudit(site.site, { position: head.position + 10, link: head.link })).faults[0]?.fault).toBe('cut off');
  });

  it("stays verifiable after a person's data is erased", async () => {
    const { id, email } = await site.user('subscriber', 'erased-person');
    await site.rest('POST', `/core/v2/users/${id}`, { as: 'administrator', body: { first_name: 'Unmistakable' } });
    await sealEntries(site.site);
    await eraseAddress(site.site, email, email);
    const [remaining] = await site.site.db.sql<{ texts: string }>(
      `SELECT string_agg(e::text, ' ') AS texts FROM audit_entry e WHERE subject = 'user_account' AND row_key = '[${id}]'`,
    );
    expect(remaining?.texts).not.toContain('Unmistakable');
    expect(remaining?.texts).not.toContain(email);
    const verification = await verifyAudit(site.site);
    expect(verification.faults).toEqual([]);
    expect(verification.erased).toBeGreaterThan(0);
  });

  it('is exported as one JSON object per line, and deletes expired entries', async () => {
    const file = join(inject('scratchFolder'), `${randomUUID()}.ndjson`);
    await readAdminCommand(['audit', 'export', file])(site.site);
    const lines = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.length).toBeGreaterThan(20);
    expect(lines[0]).toMatchObject({ id: expect.any(String), subject: expect.any(String) });
    await site.site.settings.set(auditKeptDays, 1);
    await sealEntries(site.site);
    expect(await removeOldEntries(site.site)).toBe(0);
    setClock(createShiftedClock(2 * 24 * 3600_000));
    expect(await removeOldEntries(site.site)).toBeGreaterThan(20);
    setClock();
    const { expired, faults } = await verifyAudit(site.site);
    expect(faults).toEqual([]);
    expect(expired).toBeGreaterThan(20);
  });
});
