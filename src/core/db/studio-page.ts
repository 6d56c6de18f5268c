import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './loopback.ts';

/** Prisma's own Studio process, used for its page and scripts only: it is given no database. */
export interface StudioPage {
  url: string;
  /** Resolves when the process has ended by itself. */
  ended: Promise<void>;
  close: () => void;
}

/** Starts `prisma studio` on a free loopback port and resolves when it serves its page. Throws when it does not within 30 s. */
export async function startStudioPage(): Promise<StudioPage> {
  const port = await freePort();
  const cli = createRequire(import.meta.url).resolve('prisma/build/index.js');
  const child = spawn(
    process.execPath,
    [cli, 'studio', '--url', 'postgresql://nobody@127.0.0.1:1/none', '--browser', 'none', '--port', String(port)],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const url = `http://127.0.0.1:${port}`;
  try {
    await serving(url, child);
  } catch (error) {
    child.kill();
    throw error;
  }
  return { url, ended, close: () => child.kill() };
}

async function serving(url: string, child: ChildProcess): Promise<void> {
  for (let i = 0; i < 300; i += 1) {
    if (child.exitCode !== null) throw new Error(`prisma studio ended with code ${child.exitCode}`);
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error('prisma studio did not serve its page within 30 seconds');
}
