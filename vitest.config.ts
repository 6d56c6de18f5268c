import { defineConfig, defineProject } from 'vitest/config';
import { replacedForks } from './test/support/replaced-forks.ts';
import { SkippedReporter } from './test/support/skipped-reporter.ts';

/**
 * Tests that kill processes, load or measure one, run clients which keep things of their own in it, or cannot put back what they change: each file
 * in a process of its own. They say so by their name or folder.
 */
const apart = ['test/clients/**/*.test.ts', 'test/**/load/*.test.ts', 'test/**/*.apart.test.ts'];

const everywhere = {
  // plain Node with type stripping, so that one copy of graphql is loaded
  experimental: { viteModuleRunner: false },
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // a shared machine has slow moments: a second chance in CI, a fault shows twice
  retry: process.env['CI'] ? 1 : 0,
} as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: [new SkippedReporter(), 'default'],
    globalSetup: ['test/support/global-setup.ts'],
    projects: [
      defineProject({
        test: { ...everywhere, name: 'apart', include: apart, pool: 'forks', isolate: true },
      }),
      defineProject({
        test: {
          ...everywhere,
          name: 'site',
          include: ['test/**/*.test.ts'],
          exclude: apart,
          // one process runs many files one after the other, so that the service is loaded once for all of them
          isolate: false,
          pool: replacedForks(25),
          setupFiles: ['test/support/left-as-found.ts', 'test/support/property-seed.ts'],
        },
      }),
    ],
  },
});
