import { chmod, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runAdmin } from '../../src/cli/admin-command.ts';
import { readAdminCommand } from '../../src/cli/admin-commands.ts';
import { examineSite } from '../../src/cli/doctor.ts';
import { createShiftedClock, setClock } from '../../src/core/time/clock.ts';
import { findFreePort } from '../support/free-port.ts';
import type { Site } from '../../src/site.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createDatabaseName, dropDatabase, runOnServer, withDatabaseName } from '../support/server.ts';
import { runCommand } from '../support/run-command.ts';

let folder: string;
let site: WholeSite;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquee-doctor-'));
  site = await openWholeSite({ DATA_DIRECTORY: folder });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the finding of the doctor for one subject, with a changed configuration. */
async function readFinding(subject: string, config: Partial<Site['config']> = {}): Promise<unknown> {
  const findings = await examineSite({ ...site.site, config: { ...site.config, ...config } }, folder);
  const { state, text } = findings.find((finding) => finding.subject === subject) ?? {};
  return [state, text];
}
const finding = (state: string, text: RegExp) => [state, expect.stringMatching(text)];

describe('npm run admin -- doctor', () => {
  it('prints one line for each subject', async () => {
    const lines = await readAdminCommand(['doctor', '--backups', folder])(site.site);
    const subjects = lines.map((line) => line.split(/\s+/)[1]);
    expect(subjects).toEqual(['database', 'migrations', 'clock', 'mail', 'key', 'jobs', 'disk', 'proxies', 'backups']);
    expect(lines[0]).toMatch(/^ok +database +PostgreSQL \d+/);
    expect(lines[1]).toMatch(/^ok +migrations +All are applied\.$/);
    expect(lines[2]).toMatch(/^ok +clock /);
  });

  it('reports missing or interrupted migrations', async () => {
    const last = 'migration_name = (SELECT max(migration_name) FROM _prisma_migrations)';
    const [row] = await site.site.db.sql<{ at: string }>(`SELECT finished_at::text AS at FROM _prisma_migrations WHERE ${last}`);
    await site.site.db.sql(`UPDATE _prisma_migrations SET finished_at = NULL WHERE ${last}`);
    expect(await readFinding('migrations')).toEqual(
      finding('fault', /^Missing: \d+_\w+; interrupted: \d+_\w+\. Run npm run db:migrate\.$/),
    );
    await site.site.db.sql(`UPDATE _prisma_migrations SET finished_at = '${row?.at}' WHERE ${last}`);
    expect(await readFinding('migrations')).toEqual(finding('ok', /./));
  });

  it('reports a wrong clock', async () => {
    setClock(createShiftedClock(60_000));
    expect(await readFinding('clock')).toEqual(finding('fault', /differ by (59|60)\.\d seconds/));
    setClock();
  });

  it('reports an unreachable mail server, and in production a missing one', async () => {
    const smtpUrl = `smtp://127.0.0.1:${await findFreePort()}`;
    expect(await readFinding('mail', { smtpUrl })).toEqual(
      finding('fault', /refuses the connection: .*ECONNREFUSED.* Correct SMTP_URL\.$/),
    );
    expect(await readFinding('mail', { smtpUrl: undefined, production: true })).toEqual(finding('fault', /SMTP_URL is not set/));
  });

  it('reports a key that others can read', async () => {
    const secretKeyFile = join(folder, 'other-key');
    await writeFile(secretKeyFile, 'x'.repeat(40), { mode: 0o600 });
    expect(await readFinding('key', { secretKey: undefined, secretKeyFile })).toEqual(finding('ok', /Keep a copy/));
    await chmod(secretKeyFile, 0o644);
    expect(await readFinding('key', { secretKey: undefined, secretKeyFile })).toEqual(finding('fault', /chmod 600/));
  });

  it('reports an unconfigured proxy and an unreachable URL', async () => {
    expect(await readFinding('proxies', { siteUrl: 'https://a.test', trustProxy: false })).toEqual(finding('warning', /Set TRUST_PROXY=1/));
    const siteUrl = `http://127.0.0.1:${await findFreePort()}`;
    expect(await readFinding('proxies', { siteUrl, production: false })).toEqual(finding('warning', /cannot be reached from here/));
  });

  it('reports missing or outdated backups', async () => {
    expect(await readFinding('backups')).toEqual(
      finding('fault', /^The folder .* contains no backup \(\*\.backup\)\. Create one: npm run backup -- .*site\.backup\.$/),
    );
    const file = join(folder, 'site.backup');
    await writeFile(file, 'x');
    expect(await readFinding('backups')).toEqual(finding('ok', /The newest of 1 backup\(s\), site\.backup, is 0\.0 days old/));
    const old = new Date(Date.now() - 3 * 86_400_000);
    await utimes(file, old, old);
    expect(await readFinding('backups')).toEqual(finding('fault', /3\.0 days old/));
  });

  it.each([
    ['before', () => ['--backups', folder, 'doctor']],
    ['after', () => ['doctor', '--backups', folder]],
  ])('reports why an installation cannot be opened, checks everything else, and exits with 1, with an option %s it', async (_, getLine) => {
    const DATABASE_URL = `postgres://nobody@127.0.0.1:${await findFreePort()}/none`;
    const { code, out } = await runCommand(runAdmin, getLine(), { DATABASE_URL, DATA_DIRECTORY: folder });
    expect(out).toMatch(/^fault +site +The database cannot be reached: [\s\S]*\n\w+ +disk [\s\S]*\nfault +backups /);
    expect(code).toBe(1);
  });

  it('applies no migrations', async () => {
    const server = inject('databaseServer');
    const name = createDatabaseName();
    await runOnServer(server, `CREATE DATABASE ${name}`);
    const url = withDatabaseName(server, name);
    const { code, out } = await runCommand(runAdmin, ['doctor'], { DATABASE_URL: url, DATA_DIRECTORY: folder });
    expect(out).toMatch(/^fault +site +/);
    expect(code).toBe(1);
    expect(await runOnServer(url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
    await dropDatabase(server, name);
  });
});
