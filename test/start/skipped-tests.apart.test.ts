import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A project with one test file inside this checkout, so that it finds the packages. */
let folder: string;

beforeAll(() => {
  mkdirSync('.cache', { recursive: true });
  folder = mkdtempSync(resolve('.cache/skipped-tests-'));
  const reporter = resolve('test/support/skipped-reporter.ts');
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { SkippedReporter } from ${JSON.stringify(reporter)};\nexport default { test: { reporters: [new SkippedReporter()] } };`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a test file as a complete run, with or without the variables of CI. */
function run(tests: string, environment: Readonly<Record<string, string>>): { code: number | null; output: string } {
  writeFileSync(join(folder, 'one.test.ts'), `import { expect, it } from 'vitest';\nit('runs', () => expect(1).toBe(1));\n${tests}`);
  const program = resolve('node_modules/vitest/vitest.mjs');
  const env = { PATH: process.env['PATH'], HOME: folder, ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'run', '--root', folder], { env, encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}

describe.each([
  ['locally', {}],
  ['in CI', { CI: 'true' }],
])('A run of tests %s', (_where, environment) => {
  it('fails if a test is skipped without a reason, and names it', () => {
    const { code, output } = run("it.skip('does something', () => {});", environment);
    expect(output).toContain('one.test.ts > does something');
    expect(code).toBe(1);
  });

  it('passes if a skipped test has a reason', () => {
    const { code, output } = run("it.skip('does something [skipped: needs a printer]', () => {});", environment);
    expect(output).toContain('Skipped 1: needs a printer');
    expect(code).toBe(0);
  });
});
