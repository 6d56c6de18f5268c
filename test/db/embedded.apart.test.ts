import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedServer, useEmbeddedServer } from '../../src/core/db/embedded/use-embedded-server.ts';
import { findPostmaster } from '../../src/core/db/embedded/postmaster.ts';
import { createServerConfig } from '../../src/core/db/server.ts';
import { killServer } from '../support/private-server.ts';
import { getClusterPath, makeSiteFolder, type SiteFolder } from '../support/site-folder.ts';

let folder: SiteFolder;
beforeAll(async () => {
  folder = await makeSiteFolder();
});
afterAll(() => folder.remove());

const startService = (directory: string) => useEmbeddedServer(directory, { isService: true });
const isRunning = (directory: string) => findPostmaster(getClusterPath(directory)) !== undefined;

async function query<Row>({ url }: EmbeddedServer, text: string): Promise<Row[]> {
  const client = new pg.Client(createServerConfig(url));
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('Embedded PostgreSQL of a data directory', () => {
  it('has the migrated schema, syncs to disk, listens only on a socket, and stops with the last process that uses it', async () => {
    const directory = folder.path('new');
    const server = await startService(directory);
    await server.synced;
    const [row] = await query(
      server,
      `SELECT count(*)::int AS users, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
        current_setting('listen_addresses') AS addresses, lower('ÄÖ') AS lower FROM user_account`,
    );
    expect(row).toEqual({ users: 0, fsync: 'on', commit: 'on', addresses: '', lower: 'äö' });
    await server.leave();
    expect(isRunning(directory)).toBe(false);
  });

  it('runs in a session of its own', async () => {
    const server = await startService(folder.path('new'));
    const { pid } = findPostmaster(getClusterPath(folder.path('new')))!;
    const [, group, session] = / \d+ (\d+) (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) \S/, ''))!;
    expect([group, session]).toEqual([String(pid), String(pid)]);
    await server.leave();
  });

  it('serves one service and additional commands, refuses a second service with the ID of the first process, and stops with the last process that uses it', async () => {
    const directory = folder.path('new');
    const first = await startService(directory);
    expect(await refusal(startService(directory))).toMatch(
      new RegExp(`^DatabaseError: The site is already running: process ${process.pid} serves the database in .* \\(kill ${process.pid}\\)`),
    );
    const command = await useEmbeddedServer(directory);
    await first.leave();
    expect(await query(command, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const second = await startService(directory);
    await command.leave();
    expect(isRunning(directory)).toBe(true);
    await second.leave();
    expect(isRunning(directory)).toBe(false);
  });

  it('is started once by processes that start at the same time', async () => {
    const directory = folder.path('together');
    for (let round = 0; round < 3; round++) {
      const servers = await Promise.all([startService(directory), ...Array.from({ length: 4 }, () => useEmbeddedServer(directory))]);
      for (const server of servers) expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      for (const server of servers) await server.leave();
      expect(isRunning(directory)).toBe(false);
    }
  });

  it('starts after a crash that left an empty lock file', async () => {
    const directory = folder.path('new');
    writeFileSync(join(getClusterPath(directory), 'postmaster.pid'), '');
    const server = await useEmbeddedServer(directory);
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.leave();
  });

  it('restarts after a kill with all committed data', async () => {
    const directory = folder.path('new');
    const server = await startService(directory);
    await query(server, `INSERT INTO setting (key, value) VALUES ('killed', '1')`);
    await killServer(getClusterPath(directory));
    await expect.poll(() => query(server, `SELECT value FROM setting WHERE key = 'killed'`).catch(() => [])).toHaveLength(1);
    expect(await refusal(startService(directory))).toContain('already running');
    await server.leave();
    expect(isRunning(directory)).toBe(false);
  });

  it('is not confused with another process of the same ID after a reboot', async () => {
    const directory = folder.path('new');
    const file = join(getClusterPath(directory), 'postmaster.pid');
    // PostgreSQL itself would mistake any process of its user for the server
    writeFileSync(file, `${process.pid}\n${getClusterPath(directory)}\n1\n5432\n${getClusterPath(directory)}\n\n1 1\nready   \n`);
    const server = await startService(directory);
    expect(Number(readFileSync(file, 'utf8').split('\n')[0])).not.toBe(process.pid);
    await server.leave();
  });

  it.each([
    ['of more than a hundred characters', `long-${'x'.repeat(110)}`],
    ['with spaces, commas, quotes and non-ASCII letters', `my site, "the" größte's`],
  ])('works in a path %s', async (_name, name) => {
    const server = await startService(folder.path(name));
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const { socketFolder } = findPostmaster(getClusterPath(folder.path(name)))!;
    await server.leave();
    expect(existsSync(socketFolder)).toBe(socketFolder === getClusterPath(folder.path(name)));
    const restarted = await useEmbeddedServer(folder.path(name));
    expect(restarted.url).toBe(server.url);
    await restarted.leave();
  });
});

describe('Unusable data directory', () => {
  it('of PGlite or another PostgreSQL version is refused with migration instructions', async () => {
    const olderDirectory = folder.path('earlier');
    mkdirSync(join(olderDirectory, 'site/postgres'), { recursive: true });
    writeFileSync(join(olderDirectory, 'site/postgres/PG_VERSION'), '18\n');
    expect(await refusal(startService(olderDirectory))).toMatch(
      /earlier version of Marquee \(PGlite\).* npm run backup .* npm run restore/,
    );
    const directory = folder.path('other');
    mkdirSync(getClusterPath(directory), { recursive: true });
    writeFileSync(join(getClusterPath(directory), 'PG_VERSION'), '16\n');
    expect(await refusal(startService(directory))).toMatch(/was written by PostgreSQL 16; .* npm run backup .* npm run restore/);
  });

  it('is refused with PostgreSQL’s error message if the server does not start', async () => {
    const directory = folder.path('new');
    const settings = join(getClusterPath(directory), 'postgresql.auto.conf');
    const originalSettings = readFileSync(settings, 'utf8');
    writeFileSync(settings, `${originalSettings}shared_buffers = 'a lot'\n`);
    expect(await refusal(startService(directory))).toMatch(/^DatabaseError: The database in .* does not start: .*shared_buffers/);
    writeFileSync(settings, originalSettings);
  });
});
