import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostmaster } from '../../src/core/db/embedded/postmaster.ts';
import { createServerConfig } from '../../src/core/db/server.ts';
import { startCluster, type TestCluster } from './cluster.ts';
import { runOnServer } from './server.ts';

/** A PostgreSQL server for one test. The test may kill it. */
export interface PrivateServer {
  /** Connection URL of a database that is empty at first. */
  url: string;
  /** Path of the data directory. */
  data: string;
  /** Sends SIGKILL to every process of the server at once. This simulates a power failure, but does not lose the disk cache. */
  kill: () => Promise<void>;
  /** Sends a signal to every process of the server: SIGSTOP simulates a hanging machine, SIGCONT resumes it. */
  signal: (name: 'SIGSTOP' | 'SIGCONT') => Promise<void>;
  /** Starts the server again with the same files and port, and waits until it has recovered. */
  start: () => Promise<void>;
  close: () => Promise<void>;
}

/** Returns the IDs of a process and its children. */
async function findProcessTree(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const parent = /\) \S (\d+)/.exec(stat)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  return [pid, ...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child)];
}

/**
 * Sends a signal to all processes of the server with a data directory. The parent process is first, so that it starts no further processes. Returns
 * the process IDs.
 */
async function signalServer(data: string, name: NodeJS.Signals): Promise<number[]> {
  const running = findPostmaster(data);
  const pids = running ? await findProcessTree(running.pid) : [];
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // the process has ended in the meantime
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  return pids;
}

const isAlive = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => !/\) Z/.test(stat),
    () => false,
  );

/** Kills all processes of the server with a data directory and waits until they have ended. */
export async function killServer(data: string): Promise<void> {
  for (const pid of await signalServer(data, 'SIGKILL')) while (await isAlive(pid)) await sleep(5);
}

/** Copies the files of a running server for a new replica, with the backup functions of PostgreSQL. Returns the path of the new data directory. */
async function copyForReplica(primary: PrivateServer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-replica-'));
  const client = new pg.Client(createServerConfig(primary.url));
  await client.connect();
  await client.query(`SELECT pg_backup_start('replica', true)`);
  const data = join(folder, 'data');
  cpSync(primary.data, data, { recursive: true, filter: (path) => !/postmaster\.pid$|\.s\.PGSQL/.test(path) });
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  writeFileSync(join(data, 'standby.signal'), '');
  return data;
}

/** Creates and starts a server with settings such as `{ max_connections: '20' }`: an empty server, or a streaming replica of `primary`. */
export async function startPrivateServer(settings: Readonly<Record<string, string>> = {}, primary?: PrivateServer): Promise<PrivateServer> {
  let cluster: TestCluster;
  if (primary) {
    const source = await copyForReplica(primary);
    const { port, username } = new URL(primary.url);
    cluster = await startCluster({ ...settings, primary_conninfo: `host=127.0.0.1 port=${port} user=${username}` }, source);
    rmSync(join(source, '..'), { recursive: true, force: true });
  } else {
    cluster = await startCluster(settings);
    await runOnServer(cluster.urlOf('template1'), 'CREATE DATABASE empty');
  }
  const { data } = cluster;
  return {
    url: cluster.urlOf('empty'),
    data,
    kill: () => killServer(data),
    signal: async (name) => void (await signalServer(data, name)),
    start: async () => void (await cluster.start()),
    async close() {
      await killServer(data);
      await cluster.close();
    },
  };
}
