import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { WITHOUT_SYNC } from '../../src/core/db/embedded/cluster.ts';
import { migrateServer } from '../../src/core/db/migrations/migrate-server.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/core/logging/log.ts';
import { ensureInitialContent } from '../../src/initial-content.ts';
import { openSite } from '../../src/open-site.ts';
import { startCluster } from './cluster.ts';
import { makeScratchFolder } from './scratch.ts';
import { dropFamily, createDatabaseName, withDatabaseName, runOnServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection URL of the PostgreSQL server of this run, on which tests create and drop databases. */
    databaseServer: string;
    /** Name of the migrated template database without rows. */
    databaseTemplate: string;
    /** Name of the template database with the initial content of an installation. */
    siteTemplate: string;
    /** True in a run of tier 2 (`npm run test:exhaustive`). */
    isExhaustive: boolean;
    /** Folder for files of this run. It is removed when the run ends. */
    scratchFolder: string;
  }
}

/** Settings of the database server of a run: it allows many connections and does not write changes to disk immediately. */
const SETTINGS = { ...WITHOUT_SYNC, max_connections: '300', shared_buffers: '256MB' };

/** Returns the server of `TEST_DATABASE_URL`, or starts a server for this run. */
async function openDatabaseServer(): Promise<{ url: string; close: () => Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return { url, close: async () => undefined };
  const { urlOf, close } = await startCluster(SETTINGS);
  return { url: urlOf('template1'), close };
}

/** Starts the database server and creates the template databases. Returns a function that removes both after the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratch = await makeScratchFolder();
  const { url, close } = await openDatabaseServer();
  const template = createDatabaseName();
  const siteTemplate = `${template}_site`;
  await runOnServer(url, `CREATE DATABASE ${template}`);
  await migrateServer(withDatabaseName(url, template));
  await runOnServer(url, `CREATE DATABASE ${siteTemplate} TEMPLATE ${template}`);
  await addInitialContent(withDatabaseName(url, siteTemplate));
  project.provide('scratchFolder', scratch);
  project.provide('databaseServer', url);
  project.provide('databaseTemplate', template);
  project.provide('siteTemplate', siteTemplate);
  return async () => {
    await rm(scratch, { recursive: true, force: true });
    await dropFamily(url, template);
    await close();
  };
}

async function addInitialContent(databaseUrl: string): Promise<void> {
  const site = await openSite(readConfig({ DATABASE_URL: databaseUrl, SECRET_KEY: '0'.repeat(64) }), createLog('silent'));
  try {
    await ensureInitialContent(site);
  } finally {
    await site.close();
  }
}
