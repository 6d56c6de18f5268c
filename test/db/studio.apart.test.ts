import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedServer, useEmbeddedServer } from '../../src/core/db/embedded/embedded.ts';
import { testDatabaseUrl } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { makeSiteFolder, type SiteFolder } from '../support/site-folder.ts';

let folder: SiteFolder;
let running: EmbeddedServer;
beforeAll(async () => {
  folder = await makeSiteFolder();
  running = await useEmbeddedServer(folder.path('site'), { isService: true });
});
afterAll(async () => {
  await running.leave();
  await folder.remove();
});

/** Requests rows from `npm run studio` as its page does, and stops the command. */
async function askStudio(environment: Record<string, string>): Promise<{ rows: unknown; code: number | null }> {
  const port = await freePort();
  const studio: ChildProcess = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'src/cli/studio.ts', '--port', String(port)],
    {
      env: { PATH: process.env['PATH'], ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const ended = once(studio, 'exit') as Promise<[number | null]>;
  const body = JSON.stringify({ procedure: 'query', query: { sql: 'SELECT count(*)::int AS users FROM user_account', parameters: [] } });
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/bff`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
      (response) => response.json(),
      () => null,
    );
  await expect.poll(ask, { interval: 500 }).not.toBeNull();
  const rows = await ask();
  studio.kill('SIGTERM');
  return { rows, code: (await ended)[0] };
}

it('Prisma Studio shows the embedded database of a running site', async () => {
  expect(await askStudio({ DATA_DIRECTORY: folder.path('site') })).toEqual({ rows: [null, [{ users: 0 }]], code: 0 });
});

it('Prisma Studio shows the database of a server', async () => {
  const { url, drop } = await testDatabaseUrl();
  expect(await askStudio({ DATABASE_URL: url })).toEqual({ rows: [null, [{ users: 0 }]], code: 0 });
  await drop();
});
