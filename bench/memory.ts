import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmptyDatabase, environmentOf } from './database.ts';
import { line, table } from './report.ts';
import { type Environment, residentMegabytes, startMarquee } from './server.ts';

/** After this long the background jobs have started and nothing goes on. */
const IDLE_AFTER_MS = 5000;

interface Measured {
  name: string;
  started: number;
  resident: number;
}

async function measure(name: string, environment: Environment): Promise<Measured> {
  const server = await startMarquee(environment);
  try {
    await sleep(IDLE_AFTER_MS);
    return { name, started: server.startedIn, resident: residentMegabytes(server) };
  } finally {
    await server.stop();
  }
}

/** Time from the start of the process to the first good answer of `/health/ready`, and resident memory when nothing goes on. */
export async function measureMemory(serverUrl: string): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'marquee-bench-'));
  const database = await createEmptyDatabase(serverUrl);
  try {
    const embedded = { ...environmentOf(`pglite:${path.join(directory, 'site')}`), DATA_DIRECTORY: directory, DEMO_DATA: 'small' };
    const server = environmentOf(database.url);
    // the first start on a machine also compiles: the second of a kind is the figure
    await measure('warm-up', { ...environmentOf('pglite:memory') });
    const rows = [
      { ...(await measure('new embedded directory', embedded)), bars: '2.5 s, 420 MB' },
      { ...(await measure('existing embedded directory', embedded)), bars: '2.5 s, 420 MB' },
      { ...(await measure('PostgreSQL, empty database', server)), bars: '' },
      { ...(await measure('PostgreSQL, up to date', server)), bars: '1.5 s, 250 MB' },
    ];
    line('\n### Starts and memory\n');
    table(
      ['', 'start to ready', 'resident memory, idle', 'bars'],
      rows.map(({ name, started, resident, bars }) => [name, `${(started / 1000).toFixed(1)} s`, `${resident} MB`, bars]),
    );
  } finally {
    await database.drop();
    rmSync(directory, { recursive: true, force: true });
  }
}
