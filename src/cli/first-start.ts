import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../core/db/loopback.ts';
import { projectPath } from '../core/db/paths.ts';

const LONGEST_MS = 60_000;
const LOOK_AGAIN_MS = 50;
/** V8 optimizes in threads, after what is slow was noticed: about as long until they are done on a slow machine. */
const OPTIMIZING_MS = 2000;

/** Lists and pages that every site is asked for. */
const ASKED = ['/', '/rest/core/v2/posts', '/rest/vendor/events/v1/events', '/rest/evt/v1/events', '/events/'];

/** Whether the service answers well; false also where nobody listens yet. */
const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(LONGEST_MS) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );

/** How a process ended, in words: its code, its signal, or why it did not begin. */
const endOf = (process: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    process.once('exit', (code, signal) => resolve(signal ?? String(code)));
    process.once('error', (error) => resolve(error.message));
  });

/**
 * Runs the command of `npm start` on a new embedded site with demo content, asks it for some pages and ends it; answers the seconds until it was
 * ready. Nothing of the environment reaches it but `programs`, its PATH. Throws when it is not ready within a minute or ends
 * otherwise than it should.
 */
export async function startThrownAway(programs: string): Promise<number> {
  const { scripts } = JSON.parse(await readFile(projectPath('package.json'), 'utf8')) as { scripts: { start: string } };
  const folder = await mkdtemp(join(tmpdir(), 'marquee-first-start-'));
  const port = await freePort();
  const began = performance.now();
  // the very command, not its parts: what V8 keeps is read by processes with the same flags only
  const service = spawn('sh', ['-c', scripts.start], {
    cwd: projectPath('.'),
    stdio: 'ignore',
    env: {
      PATH: programs,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIRECTORY: folder,
      DATABASE_URL: `pglite:${join(folder, 'site')}`,
      DEMO_DATA: 'small',
      LOG_LEVEL: 'silent',
      KEEP_MACHINE_CODE: 'on',
    },
  });
  const ended = endOf(service);
  try {
    const address = `http://127.0.0.1:${port}`;
    while (!(await answers(`${address}/health/ready`))) {
      if (performance.now() - began > LONGEST_MS) throw new Error('the service was not ready in time');
      const end = await Promise.race([ended, sleep(LOOK_AGAIN_MS)]);
      if (end !== undefined) throw new Error(`the service ended with ${end}`);
    }
    const seconds = (performance.now() - began) / 1000;
    for (const path of ASKED) await answers(address + path);
    await sleep(OPTIMIZING_MS);
    service.kill('SIGTERM');
    const last = await Promise.race([ended, sleep(LONGEST_MS, 'no word', { ref: false })]);
    if (last !== '0') throw new Error(`the service ended with ${last}`);
    return seconds;
  } finally {
    service.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}
