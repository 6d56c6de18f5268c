import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isBuildCurrent } from '../../src/build/record.ts';

let project: string;

const write = (file: string, text: string) => writeFileSync(path.join(project, file), text);
const run = (...args: string[]) =>
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { cwd: project, encoding: 'utf8' });
const runStart = () => run('src/start.ts').trim();

/** Creates a project with two sources that print "sources" and a build that prints "build". */
beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'marquee-build-'));
  mkdirSync(path.join(project, 'src/build'), { recursive: true });
  mkdirSync(path.join(project, 'src/generated'));
  mkdirSync(path.join(project, 'dist'));
  for (const file of ['src/start.ts', 'src/build/record.ts']) cpSync(file, path.join(project, file));
  write('package.json', '{"type":"module"}');
  write('package-lock.json', '{}');
  write('src/main.ts', "import './words.ts';");
  write('src/words.ts', "process.stdout.write('sources');");
  write('dist/main.js', "process.stdout.write('build');");
  run(
    '--eval',
    "(await import('./src/build/record.ts')).recordSources(['src/main.ts', 'src/words.ts'].map((file) => process.cwd() + '/' + file))",
  );
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

describe('Start', () => {
  it('loads the build of unchanged sources', () => {
    expect(runStart()).toBe('build');
  });

  it('loads the build after npm rewrote an identical package list', () => {
    utimesSync(path.join(project, 'package-lock.json'), 1, 1);
    expect(runStart()).toBe('build');
  });

  it.each([
    ['a change that alters the length of a source', () => write('src/words.ts', "process.stdout.write('new words');"), 'new words'],
    ['a rewrite of a source with the same length', () => utimesSync(path.join(project, 'src/words.ts'), 1, 1), 'sources'],
    ['a change of the packages', () => write('package-lock.json', '{"packages":{}}'), 'sources'],
    ['removal of the build', () => rmSync(path.join(project, 'dist'), { recursive: true }), 'sources'],
    ['truncation of the build record', () => write('dist/sources.json', '[["src/ma'), 'sources'],
  ])('loads the sources after %s', (_case, change, output) => {
    change();
    expect(runStart()).toBe(output);
  });

  it('fails with the name of the missing source instead of loading an older build', () => {
    rmSync(path.join(project, 'src/words.ts'));
    expect(runStart).toThrow('words.ts');
  });
});

it('Build is current until a source changes', () => {
  // `npm ci` builds the site, but a source may have changed since then
  if (!isBuildCurrent()) execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/cli/build.ts']);
  expect(isBuildCurrent()).toBe(true);
});
