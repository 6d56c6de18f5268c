import { type ChildProcess, spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/core/db/loopback.ts';
import { onServer } from './server.ts';

/** Folder of a PostgreSQL server's programs on this machine; undefined = none is installed. */
export const serverPrograms: string | undefined = programs();

function programs(): string | undefined {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(home, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
}

/** A PostgreSQL server of the test's own, which it may kill. */
export interface PrivateServer {
  /** Address of a database that is empty at first. */
  url: string;
  /** SIGKILL to every process of the server at once, as if the machine lost its power but for the disk's cache. */
  kill: () => Promise<void>;
  /** Stops every process of the server where it is, as a machine that hangs; `SIGCONT` lets it go on. */
  signal: (name: 'SIGSTOP' | 'SIGCONT') => Promise<void>;
  /** Starts it again, on the same files and port, and waits until it has recovered. */
  start: () => Promise<void>;
  close: () => Promise<void>;
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package made. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** All processes below one, itself first. */
async function family(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const parent = /\) \S (\d+)/.exec(stat)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  return [pid, ...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child)];
}

/** Sends a signal to each of them, first to last; those that have ended meanwhile need none. */
function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Makes and starts a server with settings such as `{ max_connections: '20' }`: an empty one, or a streaming replica of another. */
export async function privateServer(settings: Readonly<Record<string, string>> = {}, of?: PrivateServer): Promise<PrivateServer> {
  const folder = serverPrograms;
  if (folder === undefined) throw new Error('No PostgreSQL server is installed on this machine');
  const as = owner();
  const home = await mkdtemp(join(tmpdir(), 'marquee-postgres-'));
  if (as) await chown(home, as.uid, as.gid);
  const data = join(home, 'data');
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  const make = of
    ? ['pg_basebackup', '-d', of.url, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
    : ['initdb', '-D', data, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(join(folder, make[0] as string), make.slice(1), { ...as, cwd: home, env, stdio: 'pipe' });

  const port = await freePort();
  const url = `postgres://owner@127.0.0.1:${port}/postgres`;
  const given = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn(join(folder as string, 'postgres'), ['-D', data, '-p', String(port), ...options], {
      ...as,
      cwd: home,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = started;
    let words = '';
    started.stderr?.on('data', (piece: Buffer) => (words = (words + piece.toString()).slice(-4000)));
    for (let waited = 0; waited < 60_000; waited += 50) {
      if (started.exitCode !== null) throw new Error(`PostgreSQL ended with code ${started.exitCode}:\n${words}`);
      const isUp = await onServer(url, 'SELECT 1').then(
        () => true,
        () => false,
      );
      if (isUp) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`PostgreSQL did not start:\n${words}`);
  }

  async function kill(): Promise<void> {
    const gone = server;
    server = undefined;
    if (gone?.pid === undefined || gone.exitCode !== null) return;
    const ended = once(gone, 'exit');
    // the postmaster first, so that it starts no others
    signalAll(await family(gone.pid), 'SIGKILL');
    await ended;
  }

  await start();
  return {
    url,
    kill,
    async signal(name) {
      if (server?.pid !== undefined) signalAll(await family(server.pid), name);
    },
    start,
    async close() {
      await kill();
      await rm(home, { recursive: true, force: true });
    },
  };
}
