import { defineConfig, defineProject } from 'vitest/config';
import { replacedForks } from './test/support/replaced-forks.ts';
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
  'test/**/*.{browser,model,exhaustive}.test.ts',
];

/** Tier 1 runs these with a sample of the routes that has each kind of route once, tier 2 with all routes (`test/contract/two-sites.ts`). */
const matrices = ['test/contract/both-faces.test.ts'];

/**
 * What says the same on every kind of database: what browsers show, files that are printed or parsed, rules without storage, and what routes answer to
 * examples and to nonsense (the embedded database is PostgreSQL too: what a server does otherwise are connections, processes, plans and time-outs).
 * A run on a server leaves it to the run on the embedded database, unless `ON_EVERY_DATABASE` is set.
 */
const onAnyDatabase = [
  'test/browser/**/*.test.ts',
  'test/**/*.{browser,rules}.test.ts',
  'test/auth/nonces.test.ts',
  'test/calendar/places.test.ts',
  'test/clients/codegen.test.ts',
  'test/content/{meta,permissions,statuses}.test.ts',
  'test/contract/{container,imports,openapi,openapi-lint,printed,published-words,rows,surface}.test.ts',
  'test/db/{packed,project-migrations}.test.ts',
  'test/events/{agreeing-times,documents}.test.ts',
  'test/graphql/{linters.apart,models,payloads,reference,refusal-kinds,told-types}.test.ts',
  'test/icalendar/{daylight-saving,read-times}.test.ts',
  'test/{language,rest,text,time}/**/*.test.ts',
  'test/limits/closing.apart.test.ts',
  'test/media/{corpus,decoding,directory-store,image-meta,names,rules,s3,uploads-config}.test.ts',
  'test/outgoing/{addresses,fetch-guarded}.test.ts',
  'test/pages/html.test.ts',
  'test/start/{start.apart,readme}.test.ts',
  'test/tickets/{pdf-text,queue,rules}.test.ts',
  'test/transfer/nested-cdata.test.ts',
  'test/{auth,embeds}/rules.test.ts',
  'test/analytics/permissions.test.ts',
  'test/contract/{rest-to-graphql.exhaustive,examples-*}.test.ts',
  'test/graphql/guides.test.ts',
  'test/hostile/**/*.test.ts',
];
const leftOut = process.env['TEST_DATABASE_URL'] && !process.env['ON_EVERY_DATABASE'] ? onAnyDatabase : [];

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
    exclude: [...(isExhaustive ? apart : exhaustive), ...leftOut],
    // one process runs many files one after the other, so that the service is loaded once for all of them
    isolate: false,
    pool: replacedForks(25),
    setupFiles: ['test/support/left-as-found.ts', 'test/support/property-seed.ts'],
  };
  return {
    test: {
      // one more than the cores of a small machine: many tests wait for processes, browsers and time-outs
      maxWorkers: 3,
      reporters: [new SkippedReporter(leftOut), 'default'],
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
                  exclude: leftOut,
                  pool: 'forks',
                  isolate: true,
                  // a process ends before it is worth optimizing PostgreSQL in WebAssembly in it
                  execArgv: ['--liftoff-only'],
                },
              }),
            ]
          : []),
      ],
    },
  };
});
