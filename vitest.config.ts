import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // plain Node with type stripping, so that one copy of graphql is loaded
    experimental: { viteModuleRunner: false },
    pool: 'forks',
    maxWorkers: 2,
    // browsers and killed processes on a shared machine: a second chance in CI, a fault shows twice
    retry: process.env['CI'] ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
