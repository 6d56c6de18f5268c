import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { preparedDatabase } from '../../src/core/db/prepared-database.ts';
import { migrateServer } from '../../src/core/db/migrations/on-server.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/core/log.ts';
import { ensureInitialContents } from '../../src/first-contents.ts';
import { openSite } from '../../src/open-site.ts';
import { makeScratchFolder } from './scratch.ts';
import { dropFamily, freshName, onDatabase, onServer, testServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Database on the test server that each test file's own database is copied from; empty on embedded databases. */
    databaseTemplate: string;
    /** What a site's database is copied from, with initial content: a database on the test server, or a data directory. */
    siteTemplate: string;
    /** Whether this is a run of tier 2 (`npm run test:exhaustive`). */
    isExhaustive: boolean;
    /** Folder of this run for embedded databases and uploaded files, removed when it ends. */
    scratchFolder: string;
  }
}

/** Prepares what every test file copies, so that the workers do not all make it at once; removes all databases afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await preparedDatabase();
  const scratch = await makeScratchFolder();
  project.provide('scratchFolder', scratch);
  const server = testServer;
  const template = server ? freshName() : '';
  project.provide('databaseTemplate', template);
  if (server) {
    await onServer(server, `CREATE DATABASE ${template}`);
    await migrateServer(onDatabase(server, template));
  }
  const siteTemplate = server ? `${template}_site` : join(scratch, 'site');
  project.provide('siteTemplate', siteTemplate);
  if (server) await onServer(server, `CREATE DATABASE ${siteTemplate} TEMPLATE ${template}`);
  await putInitialContents(server ? onDatabase(server, siteTemplate) : `pglite:${siteTemplate}`);
  return async () => {
    await rm(scratch, { recursive: true, force: true });
    if (server) await dropFamily(server, template);
  };
}

async function putInitialContents(databaseUrl: string): Promise<void> {
  const site = await openSite(readConfig({ DATABASE_URL: databaseUrl, SECRET_KEY: '0'.repeat(64) }), createLog('silent'));
  try {
    await ensureInitialContents(site);
  } finally {
    await site.close();
  }
}
