import { availableParallelism } from 'node:os';
import { defineConfig, defineProject } from 'vitest/config';
import { createReplacedForks } from './test/support/replaced-forks.ts';
import { SkippedReporter } from './test/support/skipped-reporter.ts';

/**
 * Tests that load or measure their own process, run clients which keep things of their own in it, or cannot put back what they change: each file
 * in a process of its own. They say so by their name or folder. What they start and kill besides is a process of its own anyway.
 */
const apart = ['test/clients/**/*.test.ts', 'test/**/load/*.test.ts', 'test/**/*.apart.test.ts'];

/**
 * Tier 2, `npm run test:exhaustive`: browsers, real clients, processes of their own (started, killed, loaded), requests that are hostile on purpose,
 * plans of statements, models, and what is slow for another reason. Everything else is tier 1, `npm test`.
 */
const exhaustive = [
  ...apart,
  'test/browser/**/*.test.ts',
  'test/hostile/**/*.test.ts',
  'test/plans/**/*.test.ts',
  'test/**/killed*.test.ts',
  'test/**/*.{browser,model,exhaustive}.test.ts',
];

/** Tier 1 runs these with a sample of the routes that has each kind of route once, tier 2 with all routes (`test/contract/two-sites.ts`). */
const matrices = ['test/contract/both-apis.test.ts'];

const everywhere = {
  // plain Node with type stripping, so that one copy of graphql is loaded
  experimental: { viteModuleRunner: false },
  // on a slow machine that others use a start of the service took 50 s
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  // a shared machine has slow moments: two more attempts, a fault shows in all of them
  retry: 2,
} as const;

/** Tier 2 is the mode `exhaustive`. */
export default defineConfig(({ mode }) => {
  const isExhaustive = mode === 'exhaustive';
  const site = {
    ...everywhere,
    name: 'site',
    include: isExhaustive ? [...exhaustive, ...matrices] : ['test/**/*.test.ts'],
    exclude: isExhaustive ? apart : exhaustive,
    // one process runs many files one after the other, so that the service is loaded once for all of them
    isolate: false,
    pool: createReplacedForks(200),
    setupFiles: ['test/support/shared-state.ts', 'test/support/property-seed.ts'],
  };
  return {
    test: {
      // a process for each core; a third one on two cores makes the run a fifth longer
      maxWorkers: Math.min(8, availableParallelism()),
      reporters: [new SkippedReporter(), 'default'],
      globalSetup: ['test/support/global-setup.ts'],
      provide: { isExhaustive },
      projects: [
        defineProject({ test: site }),
        ...(isExhaustive
          ? [
              defineProject({
                test: {
                  ...everywhere,
                  name: 'apart',
                  include: apart,
                  pool: 'forks',
                  isolate: true,
                },
              }),
            ]
          : []),
      ],
    },
  };
});
