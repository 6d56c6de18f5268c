import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureWords } from '../../src/cli/failure-words.ts';
import { freePort } from '../support/free-port.ts';

// each of them starts several processes one after the other
vi.setConfig({ testTimeout: 240_000 });

let folder: string;
const running = new Set<ChildProcess>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-start-'));
});
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await new Promise((done) => child.once('exit', done));
  }
  running.clear();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  /** Both outputs, in order. */
  said(): string;
  /** Waits until the outputs match. */
  saw(pattern: RegExp): Promise<void>;
  ended: Promise<number | null>;
}

/** A process of the project with nothing in its environment but what is given. */
function start(script: string, line: readonly string[], environment: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...line], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: join(process.cwd(), 'node_modules/.cache/compile'),
      PASSWORD_COST: '8',
      DEMO_DATA: 'none',
      DATA_DIRECTORY: join(folder, 'data'),
      ...environment,
    },
  });
  running.add(child);
  let text = '';
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      for (const watch of watchers) watch();
    });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  return {
    said: () => text,
    saw: (pattern) =>
      new Promise((done, fail) => {
        const watch = () => pattern.test(text) && done();
        watchers.add(watch);
        watch();
        void ended.then(() => fail(new Error(`ended before ${pattern}: ${text}`)));
      }),
    ended,
  };
}

const service = async (environment: Record<string, string> = {}) =>
  start('src/main.ts', [], { PORT: String(await freePort()), DATABASE_URL: 'pglite:memory', ...environment });

describe('npm start', () => {
  it('speaks at once, and says the first credentials whatever the level of the log', async () => {
    const talkative = await service();
    await talkative.saw(/^Marquee is starting …\n/);
    expect(talkative.said()).not.toContain('running at');
    await talkative.saw(/application password {2}\S[\s\S]*running at/);
    const quiet = await service({ LOG_LEVEL: 'silent' });
    await quiet.saw(/ {4}login +admin\n {4}password +\S+\n {4}application password {2}\S/);
    expect(quiet.said()).not.toContain('Marquee is');
  });

  it('says in a sentence what keeps it from starting, and the way out', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => taken.once('listening', done));
    const { port } = taken.address() as { port: number };
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const nowhere = `postgres://somebody:secret@127.0.0.1:${await freePort()}/site`;
    const cases: [Record<string, string>, RegExp][] = [
      [
        { PORT: String(port), BOOTSTRAP_ADMIN_PASSWORD: 'correct horse' },
        new RegExp(`^Port ${port} of 127.0.0.1 is taken: .*PORT=${port + 1}\\.\n$`),
      ],
      [{ HOST: '203.0.113.7' }, /HOST=203\.0\.113\.7 is no address of this machine\. Use 127\.0\.0\.1, or 0\.0\.0\.0 for all of them\.\n$/],
      [{ DATABASE_URL: nowhere }, /^The database cannot be reached: .* Start it or correct DATABASE_URL; .*\n$/],
      [{ DATABASE_URL: nowhere, DATABASE_WAIT: '5' }, /^\{.*waiting for it"\}\nThe database cannot be reached: .*\n$/],
      [
        { DATABASE_URL: nowhere, NODE_ENV: 'production', DATABASE_WAIT: '0', DATA_DIRECTORY: join(folder, 'new') },
        /^SECRET_KEY is missing: .* SECRET_KEY_FILE .*\n$/,
      ],
      [{ DATABASE_URL: nowhere, SECRET_KEY_FILE: file }, /a-file holds no key: .*\n$/],
      [{ DATA_DIRECTORY: join(file, 'data'), DATABASE_URL: '' }, /a-file.*: that is no folder.*\n$/],
      [{ WORKERS: '2' }, /^The environment cannot be used:\n {2}WORKERS: several processes need a PostgreSQL server/],
      [{ PORT: 'many' }, /^The environment cannot be used:\n {2}PORT: /],
    ];
    await Promise.all(
      cases.map(async ([environment, words]) => {
        const { ended, said } = await service({ LOG_LEVEL: 'warn', ...environment });
        expect([environment, await ended]).toEqual([environment, 1]);
        expect(said()).toMatch(words);
        expect(said()).not.toMatch(/\n {4}at |secret@/);
      }),
    );
    await new Promise((done) => taken.close(done));
  });

  // Node.js tries for ever to make a folder there together with those above it
  it.runIf(process.platform === 'linux')('says so where no folder can be made, as below /proc', async () => {
    for (const place of ['/proc/site', '/proc/self/a/site']) {
      const { ended, said } = await service({ LOG_LEVEL: 'warn', DATABASE_URL: '', DATA_DIRECTORY: place });
      expect(await ended).toBe(1);
      expect(said()).toMatch(/^\/proc\/\S+: this folder cannot be made.* DATA_DIRECTORY=<folder>\n$/);
    }
  });

  it('does not take the database that another process has', async () => {
    const environment = { DATABASE_URL: `pglite:${join(folder, 'held')}`, LOG_LEVEL: 'warn' };
    const first = await service(environment);
    await first.saw(/application password/);
    const second = await service(environment);
    expect(await second.ended).toBe(1);
    expect(second.said()).toMatch(/^The site is already running: process \d+ has the database .*\n$/);
  });

  it('names the folder that may not be written', () => {
    const error = { code: 'EROFS', syscall: 'mkdir', path: '/srv/.data' };
    const way = 'Mend that, or name another folder: DATA_DIRECTORY=<folder>';
    expect(failureWords(error)).toBe(`/srv/.data: this disk can only be read. ${way}`);
    expect(failureWords({ ...error, code: 'ENOENT' })).toBe(
      `/srv/.data: this folder cannot be made: perhaps the disk can only be read. ${way}`,
    );
    expect(failureWords({ ...error, code: 'ENOTDIR' })).toBe(`/srv/.data: that is no folder. ${way}`);
  });
});

describe('beside a running site with an embedded database', () => {
  it('admin and export work on it, and say what is wrong', async () => {
    const environment = { DATABASE_URL: `pglite:${join(folder, 'beside')}`, LOG_LEVEL: 'info', DEMO_DATA: 'small' };
    const running = await service(environment);
    await running.saw(/running at/);
    const run = async (script: string, ...line: string[]) => {
      const { ended, said } = start(`src/cli/${script}.ts`, line, environment);
      return [await ended, said()];
    };
    // the listener of the site follows its first words
    await expect
      .poll(() => run('admin', 'users', 'list'), { timeout: 30_000, interval: 500 })
      .toEqual([0, expect.stringMatching(/^1\tadmin\t/)]);
    expect(await run('admin', 'settings', 'set', 'title', 'Lantern Hall')).toEqual([0, 'title = "Lantern Hall"\n']);
    expect(await run('admin', 'settings', 'get', 'timezone')).toEqual([0, '"UTC"\n']);
    expect(await run('admin', 'users', 'delete', 'nobody')).toEqual([1, 'There is no user "nobody".\n']);
    expect(await run('admin', 'users')).toEqual([2, expect.stringMatching(/^There is no command "users"/)]);
    const file = join(folder, 'beside.xml');
    expect(await run('export', file)).toEqual([0, expect.stringMatching(/items: tribe_events +8\n/)]);
    expect(readFileSync(file, 'utf8')).toContain('<title>Lantern Hall</title>');
    expect(await run('export', join(folder, 'nowhere', 'a.xml'))).toEqual([
      1,
      expect.stringMatching(/nowhere.*: there is no such file\n$/),
    ]);
  });
});

describe('every command', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const commands = Object.entries(scripts).flatMap(([name, text]) => {
    const script = /^node (src\/cli\/(?!prepare)\S+\.ts)$/.exec(text)?.[1];
    return script === undefined ? [] : [[name, script] as const];
  });

  it.each(commands)('npm run %s says what it takes', async (_name, script) => {
    const asked = start(script, [script.includes('admin') ? 'help' : '--help'], { DATABASE_URL: 'pglite:memory' });
    const misused = start(script, ['--colour'], { DATABASE_URL: 'pglite:memory' });
    expect([await asked.ended, asked.said()]).toEqual([0, expect.stringMatching(/^Usage: npm run [\s\S]*\n$/)]);
    expect([await misused.ended, misused.said()]).toEqual([2, expect.stringMatching(/^Unknown option '--colour'\n\nUsage: npm run /)]);
  });

  it('npm run seed makes a new site and repeats without adding', async () => {
    const environment = { DATABASE_URL: `pglite:${join(folder, 'seeded')}` };
    const first = start('src/cli/seed.ts', [], environment);
    expect([await first.ended, first.said()]).toEqual([
      0,
      expect.stringMatching(/application password[\s\S]*The demo content is in the site\.\n$/),
    ]);
    const again = start('src/cli/seed.ts', [], environment);
    expect([await again.ended, again.said()]).toEqual([0, 'The demo content is in the site.\n']);
  });
});
