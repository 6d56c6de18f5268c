import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

// `npm install` runs this file. A part that is not possible yet is reported and skipped, because later commands do the same work.

/** Returns the search path for programs. The programs of packages come first. */
const getSearchPath = (): string =>
  [`${process.cwd()}/node_modules/.bin`, process.env['PATH']].join(process.platform === 'win32' ? ';' : ':');

/** Generates the Prisma client. Without the prisma package (production install), the generated files must exist already. */
function generateClient(): void {
  const cli = resolvePackage('prisma/build/index.js');
  if (cli === undefined || !existsSync('prisma/schema')) return print('prisma generate was skipped: the package or the schema is missing');
  const env = { ...process.env, PATH: getSearchPath() };
  const { status } = spawnSync(process.execPath, [cli, 'generate'], { stdio: 'inherit', env });
  if (status !== 0) print('prisma generate failed; run it again with: npx prisma generate');
}

/** Creates the template database that new embedded sites and tests copy. */
async function prepareDatabase(): Promise<void> {
  if (!existsSync('prisma/migrations')) return print('no prepared database: there are no migrations yet');
  try {
    const { getPreparedCluster } = await import('../core/db/embedded/prepared-cluster.ts');
    print(`prepared database: ${await getPreparedCluster()}`);
  } catch (error) {
    print(`no prepared database (the first start creates it instead): ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Builds the service that `npm start` loads. A production install has no bundler; it contains the build or runs from sources. */
async function buildDist(): Promise<void> {
  if (!existsSync('src/generated') || !existsSync('rest-map')) return print('no build: some sources are missing');
  try {
    const { buildService } = await import('../build/bundle.ts');
    print(`built service: ${await buildService()}`);
  } catch (error) {
    print(`no build (each start loads the sources instead): ${error instanceof Error ? error.message : String(error)}`);
  }
}

function resolvePackage(path: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(path);
  } catch {
    return undefined;
  }
}

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

generateClient();
await prepareDatabase();
await buildDist();
