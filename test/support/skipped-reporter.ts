import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

const NO_REASON = 'no reason given';

function getSkipReason(test: TestCase): string {
  return /\[skipped: (.+?)\]/.exec(test.fullName)?.[1] ?? NO_REASON;
}

/** Prints the number of skipped tests for each reason. Fails the run if a skipped test has no reason (`describeUnless`, `itUnless`). */
export class SkippedReporter implements Reporter {
  #hasNamePattern = false;

  onInit({ config }: Vitest): void {
    this.#hasNamePattern = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    const withoutReason: string[] = [];
    for (const module of modules)
      for (const test of module.children.allTests('skipped')) {
        // ignores tests that are skipped because of `.only`
        if (test.options.mode !== 'skip') continue;
        const reason = getSkipReason(test);
        counts.set(reason, (counts.get(reason) ?? 0) + 1);
        if (reason === NO_REASON) withoutReason.push(`${module.relativeModuleId} > ${test.fullName}`);
      }
    for (const [reason, count] of counts) process.stdout.write(` Skipped ${count}: ${reason}\n`);
    // a run with a name pattern also skips all tests that do not match
    if (withoutReason.length === 0 || this.#hasNamePattern) return;
    process.stdout.write(' The run fails: these tests were skipped without a reason. Use `describeUnless` or `itUnless`.\n');
    for (const name of withoutReason) process.stdout.write(`   ${name}\n`);
    process.exitCode = 1;
  }
}
