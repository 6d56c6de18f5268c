import { defineConfig } from 'prisma/config';

// These commands ask for the schema engine's binary, which would be downloaded, though they never run it. The file they look
// for only has to exist. `prisma migrate …` really runs it and is left alone; this project migrates with src/cli/migrate.ts.
if (process.argv.some((word) => ['generate', 'validate', 'format', 'studio'].includes(word))) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}
process.env.CHECKPOINT_DISABLE ??= '1';

export default defineConfig({ schema: 'prisma/schema', migrations: { path: 'prisma/migrations' } });
