import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runAdmin } from '../../src/cli/admin-command.ts';
import { findFailureMessage, getMessageOrStack } from '../../src/cli/failure-message.ts';
import { runExport } from '../../src/cli/transfer/export-command.ts';
import { readConfig } from '../../src/config/config.ts';
import { useDatabaseServer } from '../../src/database-server.ts';
import { startService } from '../../src/service.ts';
import { type TestDatabase, createTestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';
import { runCommand } from '../support/run-command.ts';

// each test starts several processes one after the other
vi.setConfig({ testTimeout: 240_000 });

let folder: string;
let database: TestDatabase;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-start-'));
  // the user that runs PostgreSQL must be able to enter the folder
  chmodSync(folder, 0o755);
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await new Promise((done) => child.once('exit', done));
  }
  running.clear();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns a minimal environment for a process, independent of that of the tests. */
const ownEnvironment = () => ({ PASSWORD_COST: '8', DEMO_DATA: 'none', DATA_DIRECTORY: join(folder, 'data') });

interface StartedProcess {
  /** Returns both outputs in order. */
  output(): string;
  /** Waits until the output matches. */
  waitForOutput(pattern: RegExp): Promise<void>;
  ended: Promise<number | null>;
}

/** Starts a process of the project with only the given environment. */
function start(script: string, args: readonly string[], environment: Record<string, string> = {}): StartedProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: join(process.cwd(), 'node_modules/.cache/compile'),
      ...ownEnvironment(),
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
    output: () => text,
    waitForOutput: (pattern) =>
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
  start('src/start.ts', [], { PORT: String(await findFreePort()), DATABASE_URL: database.url, ...environment });

/** Returns the message with which a start in this process fails, as `src/main.ts` prints it. */
async function readStartFailure(environment: Record<string, string>): Promise<string> {
  const config = readConfig({
    ...ownEnvironment(),
    PORT: String(await findFreePort()),
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const server = useDatabaseServer(config, { isService: true });
  try {
    await startService(config, await server);
  } catch (error) {
    return `${getMessageOrStack(error)}\n`;
  } finally {
    await server.then(({ leave }) => leave()).catch(() => undefined);
  }
  return expect.fail('The service started.');
}

describe('npm start', () => {
  it('prints the reason of a failed start and the solution in one sentence', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => blocker.once('listening', done));
    const { port } = blocker.address() as { port: number };
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const portTaken = new RegExp(`^Port ${port} of 127.0.0.1 is in use by .*PORT=${port + 1}\\.\n$`);
    const nowhere = `postgres://someone:secret@127.0.0.1:${await findFreePort()}/site`;
    // these messages are printed by the process before it ends
    const processCases: [Record<string, string>, RegExp][] = [
      [{ DATABASE_URL: nowhere, DATABASE_WAIT: '5' }, /^\{.*waiting for it"\}\nThe database cannot be reached: .*\n$/],
      [{ PORT: String(port), BOOTSTRAP_ADMIN_PASSWORD: 'correct horse' }, portTaken],
      [
        { DATABASE_URL: 'pglite:memory' },
        /^The environment cannot be used:\n {2}DATABASE_URL: must be postgres:.*PGlite is no longer supported/,
      ],
      [{ PORT: 'many' }, /^The environment cannot be used:\n {2}PORT: /],
    ];
    await Promise.all(
      processCases.map(async ([environment, sentence]) => {
        const { ended, output } = await service({ LOG_LEVEL: 'warn', ...environment });
        expect([environment, await ended]).toEqual([environment, 1]);
        expect(output()).toMatch(sentence);
        expect(output()).not.toMatch(/\n {4}at |secret@/);
      }),
    );
    const cases: [Record<string, string>, RegExp][] = [
      [
        { HOST: '203.0.113.7' },
        /^HOST=203\.0\.113\.7 is not an address of this machine\. Use 127\.0\.0\.1, or 0\.0\.0\.0 for all addresses\.\n$/,
      ],
      [{ DATABASE_URL: nowhere }, /^The database cannot be reached: .* Start it or correct DATABASE_URL; .*\n$/],
      [
        { DATABASE_URL: nowhere, NODE_ENV: 'production', DATABASE_WAIT: '0', DATA_DIRECTORY: join(folder, 'new') },
        /^SECRET_KEY is missing: .* SECRET_KEY_FILE .*\n$/,
      ],
      [{ DATABASE_URL: nowhere, SECRET_KEY_FILE: file }, /a-file contains no valid key: .*\n$/],
      [{ DATA_DIRECTORY: join(file, 'data'), DATABASE_URL: '' }, /a-file.*: this is not a folder.*\n$/],
    ];
    for (const [environment, sentence] of cases) {
      const message = await readStartFailure(environment);
      expect(message).toMatch(sentence);
      expect(message).not.toMatch(/\n {4}at |secret@/);
    }
    await new Promise((done) => blocker.close(done));
  });

  // Node.js retries forever to create a folder there together with its parents
  it.runIf(process.platform === 'linux')('prints the reason if no folder can be created, as below /proc', async () => {
    for (const place of ['/proc/site', '/proc/self/a/site'])
      expect(await readStartFailure({ DATABASE_URL: '', DATA_DIRECTORY: place })).toMatch(
        /^\/proc\/\S+: this folder cannot be created.* DATA_DIRECTORY=<folder>\n$/,
      );
  });

  it('prints the initial credentials even with a silent log, and refuses a database that another process uses', async () => {
    const environment = { DATABASE_URL: '', DATA_DIRECTORY: join(folder, 'held'), LOG_LEVEL: 'silent' };
    const first = await service(environment);
    await first.waitForOutput(/ {4}login +admin\n {4}password +\S+\n {4}application password {2}\S/);
    expect(first.output()).not.toContain('Marquee is');
    expect(await readStartFailure(environment)).toMatch(/^The site is already running: process \d+ serves the database in .*\n$/);
  });

  it('names a folder that is not writable', () => {
    const error = { code: 'EROFS', syscall: 'mkdir', path: '/srv/.data' };
    const solution = 'Correct this, or set another folder: DATA_DIRECTORY=<folder>';
    expect(findFailureMessage(error)).toBe(`/srv/.data: this disk is read-only. ${solution}`);
    expect(findFailureMessage({ ...error, code: 'ENOENT' })).toBe(
      `/srv/.data: this folder cannot be created; the disk may be read-only. ${solution}`,
    );
    expect(findFailureMessage({ ...error, code: 'ENOTDIR' })).toBe(`/srv/.data: this is not a folder. ${solution}`);
  });
});

describe('With a running site on an embedded database,', () => {
  it('admin and export commands start at once, work, and report errors', async () => {
    const environment = { DATABASE_URL: '', DATA_DIRECTORY: join(folder, 'beside'), LOG_LEVEL: 'info', DEMO_DATA: 'small' };
    const running = await service(environment);
    await running.waitForOutput(/^Marquee is starting …\n/);
    expect(running.output()).not.toContain('running at');
    await running.waitForOutput(/application password {2}\S[\s\S]*running at/);
    const commands = { admin: runAdmin, export: runExport };
    const run = async (name: keyof typeof commands, ...args: string[]) => {
      const { code, output } = await runCommand(commands[name], args, { ...ownEnvironment(), ...environment });
      return [code, output];
    };
    expect(await run('admin', 'users', 'list')).toEqual([0, expect.stringMatching(/^1\tadmin\t/)]);
    const set = start('src/cli/admin.ts', ['settings', 'set', 'title', 'Lantern Hall'], environment);
    expect([await set.ended, set.output()]).toEqual([0, 'title = "Lantern Hall"\n']);
    expect(await run('admin', 'settings', 'get', 'timezone')).toEqual([0, '"UTC"\n']);
    expect(await run('admin', 'users', 'delete', 'nobody')).toEqual([1, 'There is no user "nobody".\n']);
    expect(await run('admin', 'users')).toEqual([2, expect.stringMatching(/^There is no command "users"/)]);
    const file = join(folder, 'beside.xml');
    expect(await run('export', file)).toEqual([0, expect.stringMatching(/items: tribe_events +8\n/)]);
    expect(readFileSync(file, 'utf8')).toContain('<title>Lantern Hall</title>');
    expect(await run('export', join(folder, 'nowhere', 'a.xml'))).toEqual([
      1,
      expect.stringMatching(/nowhere.*: this file does not exist\n$/),
    ]);
  });
});

describe('Every command', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const commands = Object.entries(scripts).flatMap(([name, text]) => {
    const script = /^node (src\/cli\/(?!prepare)\S+\.ts)$/.exec(text)?.[1];
    return script === undefined ? [] : [[name, script] as const];
  });

  interface UsageReport {
    script: string;
    help: [number, string];
    invalid: [number, string];
  }
  let reports: UsageReport[];
  // runs only as the main script of a process, because other modules import its functions
  const printScript = 'src/cli/print.ts';

  beforeAll(async () => {
    const environment = { DATABASE_URL: database.url };
    const help = start(printScript, ['--help'], environment);
    const invalid = start(printScript, ['--colour'], environment);
    const scripts = commands.map(([, script]) => script).filter((script) => script !== printScript);
    const others = start(fileURLToPath(new URL('commands.ts', import.meta.url)), scripts, environment);
    expect([await others.ended, others.output()]).toEqual([0, expect.stringMatching(/^\{/)]);
    reports = others
      .output()
      .trimEnd()
      .split('\n')
      .map((args) => JSON.parse(args) as UsageReport);
    const codes = [await help.ended, await invalid.ended] as [number, number];
    reports.push({ script: printScript, help: [codes[0], help.output()], invalid: [codes[1], invalid.output()] });
  });

  it.each(commands)('npm run %s prints its usage', (_name, script) => {
    const { help, invalid } = reports.find((report) => report.script === script) as UsageReport;
    expect(help).toEqual([0, expect.stringMatching(/^Usage: npm run [\s\S]*\n$/)]);
    expect(invalid).toEqual([2, expect.stringMatching(/^Unknown option '--colour'\nSee npm run [\w:]+ -- --help\.\n$/)]);
  });

  it('npm run seed creates a new site, and adds nothing when repeated', async () => {
    const environment = { DATABASE_URL: '', DATA_DIRECTORY: join(folder, 'seeded') };
    const first = start('src/cli/seed.ts', [], environment);
    expect([await first.ended, first.output()]).toEqual([
      0,
      expect.stringMatching(/application password[\s\S]*The site contains the demo content\.\n$/),
    ]);
    const second = start('src/cli/seed.ts', [], environment);
    expect([await second.ended, second.output()]).toEqual([0, 'The site contains the demo content.\n']);
  });
});
