import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fchownSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../../time/clock.ts';
import { DatabaseError } from '../errors.ts';
import { findPrograms } from './programs.ts';
import { programEnvironment, spawnFailure } from './run-program.ts';
import { databaseUser } from './user.ts';

/** A running PostgreSQL server, as described by `postmaster.pid` in its data directory. */
export interface Postmaster {
  pid: number;
  /** Folder of its Unix socket. */
  socketFolder: string;
  port: number;
  isReady: boolean;
}

/** Result of a start. `taken`: another server was faster, or processes of a killed server have not ended yet. */
export type Started = Postmaster | 'taken';

const PORT = 5432;
/** Maximum length of a Unix socket path in bytes. */
const LONGEST_SOCKET = 107;
const SOCKET_FOLDER = 'marquee-socket-';
const LONGEST_START_MS = 120_000;
const LONGEST_STOP_MS = 60_000;
const LOG_BYTES = 1024 * 1024;
/** Polling interval during a start, which takes milliseconds; only a server that crashed takes longer, to replay its log. */
const LOOK_AGAIN_MS = 10;
/** A server writes to its lock file at once, so a file that stays empty for this long comes from a crash. */
const EMPTY_LOCK_MS = 5_000;

const TAKEN = /lock file "postmaster\.pid" (already exists|is empty)|pre-existing shared memory block/;

const pidFile = (data: string) => join(data, 'postmaster.pid');

function pidFileLines(data: string): string[] {
  try {
    return readFileSync(pidFile(data), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Returns the command line of a process; empty if it does not exist. */
function argumentsOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

/** Returns the server that runs on a data directory. Returns undefined if none runs, also if a killed server's PID now belongs to another process. */
export function findPostmaster(data: string): Postmaster | undefined {
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = pidFileLines(data);
  if (!/^\d+$/.test(pid)) return undefined;
  const words = argumentsOf(Number(pid));
  if (!words.includes('postgres') || !words.includes(data)) return undefined;
  return { pid: Number(pid), port: Number(port), socketFolder, isReady: status.trim() === 'ready' };
}

/**
 * Removes stale locks that PostgreSQL would respect: those whose PID now belongs to another process, and those that a crash left empty.
 * PostgreSQL removes all others itself. A recent file belongs to a server that is starting.
 */
function removeStaleLocks(data: string): void {
  const [pid = '', , , , socketFolder] = pidFileLines(data);
  const isStale = pid === '' ? isOldFile(pidFile(data)) : argumentsOf(Number(pid)) !== '' && findPostmaster(data) === undefined;
  if (!isStale) return;
  rmSync(pidFile(data), { force: true });
  if (socketFolder === undefined) return;
  if (isOwnSocketFolder(socketFolder)) rmSync(socketFolder, { recursive: true, force: true });
  else rmSync(join(socketFolder, `.s.PGSQL.${PORT}.lock`), { force: true });
}

/** True if the empty lock file is so old that no starting server is about to fill it. */
function isOldFile(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  return file !== undefined && now().getTime() - file.mtimeMs > EMPTY_LOCK_MS;
}

const isOwnSocketFolder = (folder: string) => basename(folder).startsWith(SOCKET_FOLDER);

/**
 * Returns the folder for the Unix socket: the data directory, which only its owner may enter. Uses a new temporary folder if the path is
 * too long.
 */
function makeSocketFolder(data: string): string {
  const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET;
  if (fits(data)) return data;
  const name = SOCKET_FOLDER + createHash('sha256').update(data).digest('hex').slice(0, 12);
  const folder = join(fits(join(tmpdir(), name)) ? tmpdir() : '/tmp', name);
  const user = databaseUser();
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const { uid, mode } = lstatSync(folder);
    if (uid !== (user?.uid ?? process.getuid?.()) || (mode & 0o077) !== 0)
      throw new DatabaseError(
        `${folder}, the folder for the socket of ${data}, belongs to another user. Remove it, or use a DATA_DIRECTORY with a shorter path.`,
      );
  }
  return folder;
}

/** Path of the server log, next to the data directory. */
const logFile = (data: string) => join(dirname(data), 'log');

function openLog(data: string): { file: number; size: number } {
  const file = openSync(logFile(data), 'a', 0o600);
  const user = databaseUser();
  if (user) fchownSync(file, user.uid, user.gid);
  if (fstatSync(file).size > LOG_BYTES) ftruncateSync(file);
  return { file, size: fstatSync(file).size };
}

/** Returns the messages that the server logged after an offset in bytes, without timestamps and PIDs. */
function complaintOf(data: string, from: number): string {
  const lines = readFileSync(logFile(data)).subarray(from).toString('utf8').split('\n');
  const serious = lines.filter((line) => /\b(FATAL|PANIC|HINT|DETAIL|WARNING|ERROR):|could not|invalid|unrecognized/.test(line));
  return serious.map((line) => line.replace(/^.*?\b(?=(?:FATAL|PANIC|HINT|DETAIL|WARNING|ERROR|LOG):)/, '')).join(' ');
}

const quoted = (folder: string) => `"${folder.replaceAll('"', '""')}"`;

/**
 * Starts a server on a data directory and waits until it accepts connections. The server runs in a session of its own, so it gets no signals to this process
 * group.
 * @throws DatabaseError with the messages of the server if it does not start
 */
export async function startPostmaster(data: string, settings: Readonly<Record<string, string>> = {}): Promise<Started> {
  const { postgres } = findPrograms();
  removeStaleLocks(data);
  const socketFolder = makeSocketFolder(data);
  const given = {
    listen_addresses: '',
    unix_socket_directories: quoted(socketFolder),
    unix_socket_permissions: '0700',
    port: String(PORT),
    ...settings,
  };
  const args = ['-D', data, ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const { file, size } = openLog(data);
  const child = spawn(postgres, args, {
    ...databaseUser(),
    cwd: data,
    env: programEnvironment,
    detached: true,
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  let failure: Error | undefined;
  child.once('error', (error) => (failure = spawnFailure(postgres, error)));
  child.unref();
  const latest = performance.now() + LONGEST_START_MS;
  while (!failure && child.exitCode === null && child.signalCode === null && performance.now() < latest) {
    const found = findPostmaster(data);
    if (found?.pid === child.pid && found?.isReady) return found;
    await sleep(LOOK_AGAIN_MS);
  }
  if (failure) throw failure;
  const complaint = complaintOf(data, size);
  if (TAKEN.test(complaint)) return 'taken';
  throw new DatabaseError(`The database in ${data} does not start: ${complaint || `see ${logFile(data)}`}`);
}

/** Stops a server and waits until it has ended. Connections are closed; committed data is on disk. */
export async function stopPostmaster(data: string): Promise<void> {
  const running = findPostmaster(data);
  if (!running) return;
  signalPostmaster(running.pid);
  const latest = performance.now() + LONGEST_STOP_MS;
  while (pidFileLines(data)[0] === String(running.pid) && findPostmaster(data) !== undefined) {
    if (performance.now() > latest)
      throw new DatabaseError(`PostgreSQL (process ${running.pid}) on ${data} does not stop; see ${logFile(data)}.`);
    await sleep(LOOK_AGAIN_MS);
  }
  if (isOwnSocketFolder(running.socketFolder)) rmSync(running.socketFolder, { recursive: true, force: true });
}

/** Sends SIGINT, which is PostgreSQL's fast shutdown. */
function signalPostmaster(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
