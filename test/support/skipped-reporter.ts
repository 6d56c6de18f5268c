import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

const none = 'no reason given';

function reasonOf(test: TestCase): string {
  return /\[skipped: (.+?)\]/.exec(test.fullName)?.[1] ?? none;
}

/** Prints the number of skipped tests and the reasons. Fails the run if a skipped test has no reason (`describeUnless`, `itUnless`). */
export class SkippedReporter implements Reporter {
  #ofChosen = false;

  onInit({ config }: Vitest): void {
    this.#ofChosen = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    const nameless: string[] = [];
    for (const module of modules)
      for (const test of module.children.allTests('skipped')) {
        // `.only` skips the others on purpose
        if (test.options.mode !== 'skip') continue;
        const reason = reasonOf(test);
        counts.set(reason, (counts.get(reason) ?? 0) + 1);
        if (reason === none) nameless.push(`${module.relativeModuleId} > ${test.fullName}`);
      }
    for (const [reason, count] of counts) process.stdout.write(` Skipped ${count}: ${reason}\n`);
    // a run with a name pattern skips the others on purpose
    if (nameless.length === 0 || this.#ofChosen) return;
    process.stdout.write(' The run fails: these were skipped without `describeUnless` or `itUnless`, so nobody is told why\n');
    for (const name of nameless) process.stdout.write(`   ${name}\n`);
    process.exitCode = 1;
  }
}
