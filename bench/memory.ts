import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostmaster } from '../src/core/db/embedded/postmaster.ts';
import { createEmptyDatabase, createEnvironment } from './database.ts';
import { printLine, printTable } from './report.ts';
import { type Environment, getResidentMegabytes, startMarquee } from './server.ts';

/** Time after the start at which the background jobs have started and the process is idle. */
const IDLE_AFTER_MS = 5000;

interface Measurement {
  name: string;
  /** Milliseconds from the start to the first successful response. */
  startedIn: number;
  /** Resident memory in MB. */
  resident: number;
}

/** Returns the proportional set size of the embedded PostgreSQL in MB, or 0 without one. */
function getDatabaseMegabytes(dataDirectory: string | undefined): number {
  const postmaster = dataDirectory === undefined ? undefined : findPostmaster(realpathSync(path.join(dataDirectory, 'postgresql/data')));
  if (!postmaster) return 0;
  const children = readFileSync(`/proc/${postmaster.pid}/task/${postmaster.pid}/children`, 'latin1').split(' ').filter(Boolean);
  const kilobytes = [postmaster.pid, ...children].map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1]),
  );
  return Math.round(kilobytes.reduce((sum, size) => sum + size, 0) / 1024);
}

async function measure(name: string, environment: Environment): Promise<Measurement> {
  const server = await startMarquee(environment);
  try {
    await sleep(IDLE_AFTER_MS);
    return {
      name,
      startedIn: server.startedIn,
      resident: getResidentMegabytes(server) + getDatabaseMegabytes(environment['DATA_DIRECTORY']),
    };
  } finally {
    await server.stop();
  }
}

/**
 * Prints the time from the start to the first successful response of `/health/ready`, and the resident memory of the idle process and its database.
 */
export async function measureMemory(serverUrl: string): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'marquee-bench-'));
  const database = await createEmptyDatabase(serverUrl);
  try {
    const embedded = { ...createEnvironment(''), DATA_DIRECTORY: directory, DEMO_DATA: 'small' };
    const server = createEnvironment(database.url);
    const rows = [
      { ...(await measure('new embedded directory', embedded)), bars: '2.5 s, 280 MB' },
      { ...(await measure('existing embedded directory', embedded)), bars: '1.5 s, 280 MB' },
      { ...(await measure('PostgreSQL, empty database', server)), bars: '' },
      { ...(await measure('PostgreSQL, up to date', server)), bars: '1.5 s, 250 MB' },
    ];
    printLine('\n### Starts and memory\n');
    printTable(
      ['', 'start to ready', 'resident memory, idle', 'bars'],
      rows.map(({ name, startedIn, resident, bars }) => [name, `${(startedIn / 1000).toFixed(1)} s`, `${resident} MB`, bars]),
    );
  } finally {
    await database.drop();
    rmSync(directory, { recursive: true, force: true });
  }
}
