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
import { programEnvironment, createSpawnError } from './run-program.ts';
import { getDatabaseUser } from './database-user.ts';

/** A running PostgreSQL server, as described by `postmaster.pid` in its data directory. */
export interface Postmaster {
  pid: number;
  /** Folder of the server's Unix socket. */
  socketFolder: string;
  port: number;
  isReady: boolean;
}

/** Result of a start. `taken`: another process has started a server on the data directory, or processes of a killed server have not ended yet. */
export type StartResult = Postmaster | 'taken';

const PORT = 5432;
/** Maximum length of a Unix socket path in bytes. */
const MAX_SOCKET_PATH = 107;
const SOCKET_FOLDER = 'marquee-socket-';
const MAX_START_MS = 120_000;
const MAX_STOP_MS = 60_000;
const MAX_LOG_BYTES = 1024 * 1024;
/** Interval at which starts and stops are polled. A start takes milliseconds, unless the server crashed and must replay its log. */
const POLL_MS = 10;
/** Age from which an empty lock file counts as left by a crash. A running server writes to its file immediately. */
const EMPTY_LOCK_MS = 5_000;

const TAKEN = /lock file "postmaster\.pid" (already exists|is empty)|pre-existing shared memory block/;

const getPidFile = (dataFolder: string) => join(dataFolder, 'postmaster.pid');

function readPidFile(dataFolder: string): string[] {
  try {
    return readFileSync(getPidFile(dataFolder), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Returns the command line of a process, or an empty string if the process does not exist. */
function readCommandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

/** Returns the server that runs on a data directory, or undefined if no server runs, even if another process now has the PID of a killed server. */
export function findPostmaster(dataFolder: string): Postmaster | undefined {
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = readPidFile(dataFolder);
  if (!/^\d+$/.test(pid)) return undefined;
  const commandLine = readCommandLine(Number(pid));
  if (!commandLine.includes('postgres') || !commandLine.includes(dataFolder)) return undefined;
  return { pid: Number(pid), port: Number(port), socketFolder, isReady: status.trim() === 'ready' };
}

/**
 * Removes a stale lock file that PostgreSQL would not remove itself: another process now has its PID, or a crash left it empty. Keeps an empty file
 * that is recent, because it belongs to a server that is starting.
 */
function removeStaleLocks(dataFolder: string): void {
  const [pid = '', , , , socketFolder] = readPidFile(dataFolder);
  const isStale =
    pid === '' ? isOldFile(getPidFile(dataFolder)) : readCommandLine(Number(pid)) !== '' && findPostmaster(dataFolder) === undefined;
  if (!isStale) return;
  rmSync(getPidFile(dataFolder), { force: true });
  if (socketFolder === undefined) return;
  if (isOwnSocketFolder(socketFolder)) rmSync(socketFolder, { recursive: true, force: true });
  else rmSync(join(socketFolder, `.s.PGSQL.${PORT}.lock`), { force: true });
}

/** True if the file is so old that no server that is starting is about to write to it. */
function isOldFile(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  return file !== undefined && now().getTime() - file.mtimeMs > EMPTY_LOCK_MS;
}

const isOwnSocketFolder = (folder: string) => basename(folder).startsWith(SOCKET_FOLDER);

/**
 * Returns the folder for the Unix socket. This is the data directory, which only its owner may enter, or a temporary folder if the path of the data
 * directory is too long for a socket. Creates the temporary folder.
 */
function makeSocketFolder(dataFolder: string): string {
  const isShortEnough = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH;
  if (isShortEnough(dataFolder)) return dataFolder;
  const name = SOCKET_FOLDER + createHash('sha256').update(dataFolder).digest('hex').slice(0, 12);
  const folder = join(isShortEnough(join(tmpdir(), name)) ? tmpdir() : '/tmp', name);
  const user = getDatabaseUser();
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const { uid, mode } = lstatSync(folder);
    if (uid !== (user?.uid ?? process.getuid?.()) || (mode & 0o077) !== 0)
      throw new DatabaseError(
        `${folder}, the folder for the socket of ${dataFolder}, belongs to another user. Remove it, or use a DATA_DIRECTORY with a shorter path.`,
      );
  }
  return folder;
}

/** Returns the path of the server log, which is next to the data directory. */
const getLogFile = (dataFolder: string) => join(dirname(dataFolder), 'log');

/** Opens the server log for appending. Empties it first if it is too large. Returns the file descriptor, and the size in bytes. */
function openLog(dataFolder: string): { file: number; size: number } {
  const file = openSync(getLogFile(dataFolder), 'a', 0o600);
  const user = getDatabaseUser();
  if (user) fchownSync(file, user.uid, user.gid);
  if (fstatSync(file).size > MAX_LOG_BYTES) ftruncateSync(file);
  return { file, size: fstatSync(file).size };
}

/** Returns the problems that the server has logged from an offset in bytes on, without timestamps and PIDs. */
function readServerMessages(dataFolder: string, from: number): string {
  const lines = readFileSync(getLogFile(dataFolder)).subarray(from).toString('utf8').split('\n');
  const problems = lines.filter((line) => /\b(FATAL|PANIC|HINT|DETAIL|WARNING|ERROR):|could not|invalid|unrecognized/.test(line));
  return problems.map((line) => line.replace(/^.*?\b(?=(?:FATAL|PANIC|HINT|DETAIL|WARNING|ERROR|LOG):)/, '')).join(' ');
}

const quote = (folder: string) => `"${folder.replaceAll('"', '""')}"`;

/**
 * Starts a server on a data directory and waits until it accepts connections. The server runs in a session of its own, so signals to the group of
 * this process do not reach it.
 * @throws DatabaseError with the messages of the server if it does not start
 */
export async function startPostmaster(dataFolder: string, settings: Readonly<Record<string, string>> = {}): Promise<StartResult> {
  const { postgres } = findPrograms();
  removeStaleLocks(dataFolder);
  const socketFolder = makeSocketFolder(dataFolder);
  const allSettings = {
    listen_addresses: '',
    unix_socket_directories: quote(socketFolder),
    unix_socket_permissions: '0700',
    port: String(PORT),
    ...settings,
  };
  const args = ['-D', dataFolder, ...Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const { file, size } = openLog(dataFolder);
  const child = spawn(postgres, args, {
    ...getDatabaseUser(),
    cwd: dataFolder,
    env: programEnvironment,
    detached: true,
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  let failure: Error | undefined;
  child.once('error', (error) => (failure = createSpawnError(postgres, error)));
  child.unref();
  const deadline = performance.now() + MAX_START_MS;
  while (!failure && child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const running = findPostmaster(dataFolder);
    if (running?.pid === child.pid && running?.isReady) return running;
    await sleep(POLL_MS);
  }
  if (failure) throw failure;
  const messages = readServerMessages(dataFolder, size);
  if (TAKEN.test(messages)) return 'taken';
  throw new DatabaseError(`The database in ${dataFolder} does not start: ${messages || `see ${getLogFile(dataFolder)}`}`);
}

/** Stops the server of a data directory and waits until it has ended. The server closes all connections and writes committed data to disk. */
export async function stopPostmaster(dataFolder: string): Promise<void> {
  const running = findPostmaster(dataFolder);
  if (!running) return;
  signalPostmaster(running.pid);
  const deadline = performance.now() + MAX_STOP_MS;
  while (readPidFile(dataFolder)[0] === String(running.pid) && findPostmaster(dataFolder) !== undefined) {
    if (performance.now() > deadline)
      throw new DatabaseError(`PostgreSQL (process ${running.pid}) on ${dataFolder} does not stop; see ${getLogFile(dataFolder)}.`);
    await sleep(POLL_MS);
  }
  if (isOwnSocketFolder(running.socketFolder)) rmSync(running.socketFolder, { recursive: true, force: true });
}

/** Requests a fast shutdown of PostgreSQL (SIGINT). Ignores a process that has already ended. */
function signalPostmaster(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
