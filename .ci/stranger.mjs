// node .ci/stranger.mjs USER [FOLDER]: clones this project into an empty folder and runs the two commands of README's first screen there, as USER,
// with nothing in the environment but HOME, PATH and TERM, and without ../shared beside the clone. Exits with 1 if one of them fails. FOLDER gets the
// tested clone, owned by the caller; without it, the clone is removed.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const START_LIMIT_S = 900;
const project = join(import.meta.dirname, '..');
const [, , user, kept] = process.argv;
const id = (flag) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
const [uid, gid] = [id('-u'), id('-g')];

/** Returns the two commands that README begins with. */
function readCommands() {
  const block = /```sh\n([\s\S]*?)```/.exec(readFileSync(join(project, 'README.md'), 'utf8'))?.[1] ?? '';
  const commands = block.trim().split('\n').map((line) => line.replace(/\s+#.*/, ''));
  if (commands.length !== 2 || !/^npm ci && npm start$/.test(commands[0])) throw new Error(`README begins with other commands: ${commands.join('; ')}`);
  return commands;
}

const home = mkdtempSync(join(kept ? dirname(kept) : tmpdir(), 'stranger-'));
const clone = join(home, 'marquee');

/** Starts a command line in the clone as the stranger, as the leader of a process group. */
function run(command, stdio) {
  process.stdout.write(`== ${command} (as ${user}, in ${clone})\n`);
  const env = { HOME: home, PATH: process.env.PATH, TERM: process.env.TERM ?? 'dumb' };
  return spawn('bash', ['-c', command], { cwd: clone, env, uid, gid, stdio, detached: true });
}

/** Starts the service, requests its main pages, and stops it as Ctrl-C does: by a signal to the whole process group. */
async function start(command) {
  const child = run(command, ['ignore', 'pipe', 'pipe']);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exit = once(child, 'exit');
  let exited = false;
  void exit.then(() => (exited = true));
  try {
    const began = Date.now();
    const isReady = () => fetch('http://localhost:4000/health/ready').then(({ ok }) => ok, () => false);
    while (!(await isReady())) {
      if (exited || Date.now() - began > START_LIMIT_S * 1000) throw new Error('The service did not start.');
      await sleep(250);
    }
    process.stdout.write(`ready after ${Math.round((Date.now() - began) / 1000)} s\n`);
    for (const page of ['/', '/events/', '/rest/', '/graphql', '/sign-in']) {
      const { status } = await fetch(`http://localhost:4000${page}`, { headers: { accept: 'text/html, application/json' } });
      if (status !== 200) throw new Error(`${page} has status ${status}.`);
    }
    if (!existsSync(join(clone, 'dist/sources.json'))) throw new Error('npm ci did not build the service.');
    if (!output.includes('http://localhost:4000/')) throw new Error('The start printed no addresses.');
    process.kill(-Number(child.pid), 'SIGINT');
    const limit = sleep(30_000, 'timeout', { ref: false });
    if ((await Promise.race([exit, limit])) === 'timeout') throw new Error('The service did not stop within 30 s.');
  } catch (error) {
    process.stderr.write(output);
    throw error;
  } finally {
    if (!exited) process.kill(-Number(child.pid), 'SIGKILL');
  }
}

try {
  const [startCommand, testCommand] = readCommands();
  chmodSync(home, 0o755);
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', project, clone], { stdio: 'inherit' });
  execFileSync('chown', ['-R', `${uid}:${gid}`, home]);
  await start(startCommand);
  const [code] = await once(run(testCommand, ['ignore', 'inherit', 'inherit']), 'exit');
  process.stdout.write(`exit code ${code}\n`);
  process.exitCode = code === 0 ? 0 : 1;
  if (kept && code === 0) {
    execFileSync('chown', ['-R', `${process.getuid()}:${process.getgid()}`, clone]);
    renameSync(clone, kept);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
