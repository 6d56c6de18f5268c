import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runExport } from '../../src/cli/transfer/export-command.ts';
import { runImport } from '../../src/cli/transfer/import-command.ts';
import { createProgressLine } from '../../src/cli/transfer/progress.ts';
import { type CommandResult, runCommand } from '../support/run-command.ts';
import { writeLargeFile } from './large-file.ts';
import { createWxrFile, createWxrItem } from './make-wxr.ts';
import { makeTempFolder, type TempFolder } from './support.ts';

let temp: TempFolder;

beforeAll(() => {
  temp = makeTempFolder();
});
afterAll(() => temp.remove());

interface StartedImport {
  child: ChildProcess;
  ended: Promise<Omit<CommandResult, 'output'>>;
  /** Waits until the standard error matches. */
  waitForOutput(pattern: RegExp): Promise<void>;
}

/** Returns the environment of a command for an embedded site in the test folder. */
const environmentOf = (siteName: string) => ({
  DATABASE_URL: '',
  DATA_DIRECTORY: path.join(temp.folder, siteName),
  SITE_URL: 'http://site.test',
  LOG_LEVEL: 'silent',
  DEMO_DATA: 'none',
  PASSWORD_COST: '8',
});

/** Starts an import in its own process, so that the test can kill or stop it. */
function startImport(file: string, siteName: string): StartedImport {
  const child = spawn(process.execPath, [path.resolve('src/cli/import.ts'), file], {
    env: { ...process.env, ...environmentOf(siteName) },
  });
  const text = { out: '', err: '' };
  const watchers = new Set<() => void>();
  child.stdout.on('data', (chunk: Buffer) => void (text.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    text.err += chunk.toString();
    for (const watch of watchers) watch();
  });
  const ended = new Promise<Omit<CommandResult, 'output'>>((done) => child.on('close', (code) => done({ code, ...text })));
  const waitForOutput = (pattern: RegExp) =>
    new Promise<void>((done, fail) => {
      const watch = () => (pattern.test(text.err) ? done() : undefined);
      watchers.add(watch);
      watch();
      void ended.then(() => fail(new Error(`ended before ${pattern}: ${text.err}`)));
    });
  return { child, ended, waitForOutput };
}

const commands = { import: runImport, export: runExport };
const run = (name: keyof typeof commands, args: readonly string[], siteName: string) =>
  runCommand(commands[name], args, environmentOf(siteName));

const siteIds = /<wp:(?:post_id|term_id|author_id|comment_id|comment_user_id|post_parent)>\d+</g;

describe('npm run import and npm run export', () => {
  it('print their usage if the arguments are invalid', async () => {
    for (const args of [[], ['a.xml', 'b.xml'], ['a.docx'], ['a.xml', '--author', 'x'], ['a.xml', '--colour']])
      expect(await runImport(args)).toBe(2);
    expect(await runExport([])).toBe(2);
    expect(await runExport(['a.xml', 'b.xml'])).toBe(2);
  });

  it('report invalid column mappings of a foreign table', async () => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      for (const [map, message] of [
        ['Subject=colour', 'there is no field "colour"'],
        ['Subject', 'write it as <column>=<field>'],
      ] as const) {
        expect(await runImport(['conferences.csv', '--map', map])).toBe(2);
        expect(stderr.mock.calls.flat().join('')).toContain(message);
      }
    } finally {
      stderr.mockRestore();
    }
  });

  it('import a foreign table with mapped columns, after a dry run on a site that does not exist yet', async () => {
    const file = temp.file(
      'conferences.csv',
      'Subject,Start Date,End Date,Location\nPyCon,2031-05-10,2031-05-12,Oslo\nEuroPython,2031-07-01,2031-07-03,Rome\n',
    );
    const maps = ['Subject=event name', 'Start Date=event start date', 'End Date=event end date', 'Location=event venue name'];
    const args = [file, ...maps.flatMap((map) => ['--map', map])];
    const dryRun = await run('import', [...args, '--dry-run'], 'conferences');
    expect(dryRun.code).toBe(0);
    expect(dryRun.out).toMatch(/^Nothing was written\. An import would do this:\n[\s\S]*event +2 +2 +0 +0\n/);
    const result = await run('import', args, 'conferences');
    expect([result.code, result.out]).toEqual([0, expect.stringMatching(/^Imported\.\n[\s\S]*event +2 +2 +0 +0\n/)]);
    expect((await run('import', [file], 'conferences')).err).toMatch(
      /conferences\.csv, line 1: its columns are neither .* Nothing was imported\.\n$/,
    );
  });

  it('report failure if every row was skipped', async () => {
    const file = temp.file('refused.csv', 'Event Name,Event Start Date\nA,soon\nB,later\n');
    const { code, out } = await run('import', [file], 'conferences');
    expect([code, out]).toEqual([1, expect.stringMatching(/^Nothing was imported: every item in the file was refused\.\n/)]);
    expect(out).toContain('2 × event skipped: its start is not a time');
  });

  it('move a site, print counts, write every note to the report, and exit with 3 if an item was skipped', async () => {
    const file = temp.file(
      'one.xml',
      createWxrFile(
        createWxrItem({ title: 'One', wp: { post_id: 1 } }),
        createWxrItem({ title: 'Menu', wp: { post_id: 2, post_type: 'nav_menu_item' } }),
      ),
    );
    const report = path.join(temp.folder, 'report.json');
    const { code, out, err } = await run('import', [file, '--report', report], 'small');
    expect([code, err]).toEqual([3, expect.stringContaining('First administrator')]);
    expect(out).toMatch(
      /^Imported; some of the file was left out\.\nItems in the file: 2\. New: 1\. Already here: 0\. Changed: 0\. Left out: 1\.\n/,
    );
    expect(out).toContain('Left out:\n  line 22, id 2, "Menu": this site does not support items of the type "nav_menu_item"\n');
    expect(out).toMatch(/item post +1 +1 +0 +0\n/);
    expect(out).toContain('1 × item nav_menu_item skipped: this site does not support items of the type "nav_menu_item"');
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      format: 'wxr',
      source: 'https://elsewhere.example',
      finished: true,
      dryRun: false,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      summary: { inFile: 2, imported: 1, alreadyHere: 0, changed: 0, leftOut: 1, isPartial: true },
      tally: { 'item post': { inFile: 1, imported: 1, alreadyHere: 0, skipped: 0 } },
      notes: [{ line: 22, outcome: 'skipped', title: 'Menu' }],
    });
    const exported = path.join(temp.folder, 'out.xml');
    expect((await run('export', [exported], 'small')).code).toBe(0);
    expect(readFileSync(exported, 'utf8')).toContain('<title><![CDATA[One]]></title>');
    expect(existsSync(`${exported}.part`)).toBe(false);
  }, 120_000);

  it('report by exit code and by line or UID what was imported, changed and skipped, for every format', async () => {
    const calendar = (...events: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');
    const vevent = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'].join('\r\n');
    const datedFields = vevent('good@example.org', 'SUMMARY:Good', 'DTSTART:20310501T100000Z');
    const undated = vevent('bad@example.org', 'SUMMARY:Bad');
    for (const [name, text, code, counts, listed] of [
      [
        'all.csv',
        'Event Name,Event Start Date\nA,2031-05-01\n',
        0,
        'Items in the file: 1. New: 1. Already here: 0. Changed: 0. Left out: 0.',
        '',
      ],
      [
        'all.csv',
        'Event Name,Event Start Date\nA,2031-05-01\n',
        0,
        'Items in the file: 1. New: 0. Already here: 1. Changed: 0. Left out: 0.',
        '',
      ],
      [
        'some.csv',
        'Event Name,Event Start Date,Featured Image\nB,2031-05-01,84\nC,soon,\n',
        3,
        'Items in the file: 2. New: 1. Already here: 0. Changed: 1. Left out: 1.',
        'Left out:\n  line 3, "C": its start is not a time\n\nChanged:\n  line 2, "B": its image is an ID of the other site (84)\n',
      ],
      ['all.ics', calendar(datedFields), 0, 'Items in the file: 1. New: 1. Already here: 0. Changed: 0. Left out: 0.', ''],
      [
        'some.ics',
        calendar(datedFields, undated),
        3,
        'Items in the file: 2. New: 1. Already here: 0. Changed: 0. Left out: 1.',
        'UID bad@example.org, "Bad": ',
      ],
      [
        'none.ics',
        calendar(undated),
        1,
        'Items in the file: 1. New: 0. Already here: 0. Changed: 0. Left out: 1.',
        'UID bad@example.org, "Bad": ',
      ],
    ] as const) {
      const result = await run('import', [temp.file(name, text)], 'reports');
      expect([name, result.code, result.out]).toEqual([name, code, expect.stringContaining(counts)]);
      expect(result.out).toContain(listed);
    }
  }, 120_000);

  it('draw a progress bar on terminals', () => {
    let drawn = '';
    const progress = createProgressLine({ isTTY: true, write: (text: string | Uint8Array) => Boolean((drawn += String(text))) });
    progress.show({ stage: 'writing', done: 100, total: 400 });
    progress.show({ stage: 'writing', done: 400, total: 400 });
    progress.end();
    expect(drawn).toBe(
      `\r\u001b[K[${'#'.repeat(6)}${'-'.repeat(18)}] Writing: 100 of 400 (25 %)\r\u001b[K[${'#'.repeat(24)}] Writing: 400 of 400 (100 %)\n`,
    );
  });

  it('exit with 1 for a broken or missing file', async () => {
    const broken = temp.file('broken.xml', createWxrFile().slice(0, -10));
    const result = await run('import', [broken], 'small');
    expect([result.code, result.err]).toEqual([1, expect.stringMatching(/broken\.xml, line \d+: .*\. Nothing was imported\.\n$/)]);
    const missing = await run('import', [path.join(temp.folder, 'missing.xml')], 'small');
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('missing.xml: this file does not exist')]);
  }, 120_000);

  it('continue after being killed with the same result, while a second process waits and writes nothing twice', async () => {
    const file = path.join(temp.folder, 'large.xml');
    await writeLargeFile(file, 1_500_000);
    const killed = startImport(file, 'killed');
    await killed.waitForOutput(/Writing: \d/);
    killed.child.kill('SIGKILL');
    expect((await killed.ended).code).toBeNull();
    const resumed = await run('import', [file], 'killed');
    expect([resumed.code, resumed.out]).toEqual([0, expect.stringContaining('going on with an interrupted import')]);
    const running = startImport(file, 'whole');
    await running.waitForOutput(/Checking/);
    const second = await run('import', [file], 'whole');
    const nothingNew = /^Imported\.\nItems in the file: (\d+)\. New: 0\. Already here: \1\. Changed: 0\. Left out: 0\.\n/;
    expect([second.code, second.out]).toEqual([0, expect.stringMatching(nothingNew)]);
    const whole = await running.ended;
    expect(whole.code).toBe(0);
    expect(resumed.out.split('\n').slice(1)).toEqual(whole.out.split('\n').slice(1));
    const exports: string[] = [];
    for (const name of ['killed', 'whole']) {
      const out = path.join(temp.folder, `${name}.xml`);
      expect((await run('export', [out], name)).code).toBe(0);
      exports.push(readFileSync(out, 'utf8').replaceAll(siteIds, ''));
    }
    expect(exports[0] === exports[1]).toBe(true);
  }, 120_000);
});

it('An export that is larger than the available memory can be read', async () => {
  const file = path.join(temp.folder, 'huge.xml');
  await writeLargeFile(file, 60_000_000);
  const reader = `
    import { createChannel, readWxr } from ${JSON.stringify(path.resolve('src/domains/transfer/wxr/read-wxr.ts'))};
    let count = 0;
    for await (const record of readWxr(process.argv[1], { channel: createChannel() })) count += record.kind === 'item' ? 1 : 0;
    process.stdout.write(String(count));`;
  const child = spawn(process.execPath, ['--max-old-space-size=40', '--input-type=module-typescript', '-e', reader, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()));
  const code = await new Promise((done) => child.on('close', done));
  expect([code, Number(out) > 15_000]).toEqual([0, true]);
}, 120_000);
