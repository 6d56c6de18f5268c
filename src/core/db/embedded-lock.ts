import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseError } from './errors.ts';

/** Held while this process owns an embedded data directory; the operating system frees it when the process ends, however it ends. */
export interface EmbeddedLock {
  release: () => Promise<void>;
}

/**
 * Claims a data directory for this process. Throws a DatabaseError that names the owner's process id when another process, or this one,
 * already has it. Two processes on one directory would silently lose each other's rows, and `postmaster.pid` says nothing here.
 * On Linux the name lives in the network namespace: two containers that share a volume do not see each other.
 */
export async function lockDirectory(directory: string): Promise<EmbeddedLock> {
  const name = lockName(realpathSync(directory));
  let server = await claim(name);
  if (!server) {
    const owner = await askOwner(name);
    if (owner === undefined && isSocketFile(name)) {
      rmSync(name, { force: true });
      server = await claim(name);
    }
    if (!server) {
      throw new DatabaseError(
        `The site is already running: process ${owner ?? '(unknown)'} has the database in ${directory} open. ` +
          `Use that process, stop it first (kill ${owner ?? '<pid>'}), or give this one another directory with DATABASE_URL=pglite:<directory>.`,
      );
    }
  }
  const held = server;
  return { release: () => new Promise((done) => held.close(() => done())) };
}

function lockName(directory: string): string {
  const id = `marquee-${createHash('sha256').update(directory).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${id}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${id}` : join(tmpdir(), `${id}.sock`);
}

const isSocketFile = (name: string) => process.platform !== 'linux' && process.platform !== 'win32' && name.endsWith('.sock');

/** `exclusive` keeps a cluster worker from sharing its primary's socket, which would let every worker in. */
function claim(name: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(String(process.pid));
    });
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen({ path: name, exclusive: true }, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** The owner's process id, or undefined when nobody answers within ten seconds (it may be busy with a query, or with starting on a slow machine). */
function askOwner(name: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(name);
    socket.setTimeout(10_000, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(/^\d+$/.test(answer) ? answer : undefined));
  });
}
