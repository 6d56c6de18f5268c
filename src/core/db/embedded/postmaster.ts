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

/** A PostgreSQL server that runs on a data directory, as its `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number;
  /** Folder of its Unix socket. */
  socketFolder: string;
  port: number;
  isReady: boolean;
}

/** What a start ended with: another server was faster, or processes of a killed one are still about to end. */
export type Started = Postmaster | 'taken';

const PORT = 5432;
/** Longest path of a Unix socket in bytes. */
const LONGEST_SOCKET = 107;
const SOCKET_FOLDER = 'marquee-socket-';
const LONGEST_START_MS = 120_000;
const LONGEST_STOP_MS = 60_000;
const LOG_BYTES = 1024 * 1024;
/** A server that crashed reads its log first. */
const LOOK_AGAIN_MS = 10;
/** A server writes to its lock file at once; one that is empty for so long was left by a crash. */
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

/** The arguments of a process; empty where none exists. */
function argumentsOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

/** The server that runs on a data directory now; undefined where none does, also where one was killed and its number now belongs to another process. */
export function findPostmaster(data: string): Postmaster | undefined {
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = pidFileLines(data);
  if (!/^\d+$/.test(pid)) return undefined;
  const words = argumentsOf(Number(pid));
  if (!words.includes('postgres') || !words.includes(data)) return undefined;
  return { pid: Number(pid), port: Number(port), socketFolder, isReady: status.trim() === 'ready' };
}

/**
 * Removes locks that PostgreSQL would take for those of a running server: another process has the number of a killed one, or a crash left the file empty. It removes
 * all others itself, and a file that was just made belongs to a server that starts beside this one.
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

/** True for a file that nobody has written to for longer than a server takes between making it and writing to it. */
function isOldFile(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  return file !== undefined && now().getTime() - file.mtimeMs > EMPTY_LOCK_MS;
}

const isOwnSocketFolder = (folder: string) => basename(folder).startsWith(SOCKET_FOLDER);

/** The data directory itself, which only its owner may enter; a folder of its own among the temporary files where its path is too long for a socket. */
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

/** The file that a server writes its messages to, beside its data directory. */
const logFile = (data: string) => join(dirname(data), 'log');

function openLog(data: string): { file: number; size: number } {
  const file = openSync(logFile(data), 'a', 0o600);
  const user = databaseUser();
  if (user) fchownSync(file, user.uid, user.gid);
  if (fstatSync(file).size > LOG_BYTES) ftruncateSync(file);
  return { file, size: fstatSync(file).size };
}

/** What the server wrote after this number of bytes of the log, without times and process numbers. */
function complaintOf(data: string, from: number): string {
  const lines = readFileSync(logFile(data)).subarray(from).toString('utf8').split('\n');
  const serious = lines.filter((line) => /\b(FATAL|PANIC|HINT|DETAIL|WARNING|ERROR):|could not|invalid|unrecognized/.test(line));
  return serious.map((line) => line.replace(/^.*?\b(?=(?:FATAL|PANIC|HINT|DETAIL|WARNING|ERROR|LOG):)/, '')).join(' ');
}

const quoted = (folder: string) => `"${folder.replaceAll('"', '""')}"`;

/**
 * Starts a server on a data directory in a session of its own, which signals to this process's group do not reach, and waits until it accepts
 * connections. Throws a DatabaseError with its words when it does not start.
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

/** Stops a server: connections end, what they committed is on disk. Waits for its end. */
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

/** SIGINT is PostgreSQL's fast shutdown. */
function signalPostmaster(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
