import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedServer, useEmbeddedServer } from '../../src/core/db/embedded/use-embedded-server.ts';
import { createTestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';
import { makeSiteFolder, type SiteFolder } from '../support/site-folder.ts';

let folder: SiteFolder;
let server: EmbeddedServer;
beforeAll(async () => {
  folder = await makeSiteFolder();
  server = await useEmbeddedServer(folder.path('site'), { isService: true });
});
afterAll(async () => {
  await server.leave();
  await folder.remove();
});

/** Requests rows from `npm run studio` as its page does, and stops the command. */
async function queryStudio(environment: Record<string, string>): Promise<{ rows: unknown; code: number | null }> {
  const port = await findFreePort();
  const args = ['--disable-warning=ExperimentalWarning', 'src/cli/studio.ts', '--port', String(port)];
  const studio: ChildProcess = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(studio, 'exit') as Promise<[number | null]>;
  const body = JSON.stringify({ procedure: 'query', query: { sql: 'SELECT count(*)::int AS users FROM user_account', parameters: [] } });
  const query = () =>
    fetch(`http://127.0.0.1:${port}/bff`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
      (response) => response.json(),
      () => null,
    );
  await expect.poll(query, { interval: 500 }).not.toBeNull();
  const rows = await query();
  studio.kill('SIGTERM');
  return { rows, code: (await exited)[0] };
}

it('Prisma Studio shows the embedded database of a running site', async () => {
  expect(await queryStudio({ DATA_DIRECTORY: folder.path('site') })).toEqual({ rows: [null, [{ users: 0 }]], code: 0 });
});

it('Prisma Studio shows the database of a server', async () => {
  const { url, drop } = await createTestDatabase();
  expect(await queryStudio({ DATABASE_URL: url })).toEqual({ rows: [null, [{ users: 0 }]], code: 0 });
  await drop();
});
