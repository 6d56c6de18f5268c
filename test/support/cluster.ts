import { chownSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTree } from '../../src/core/db/embedded/copy-tree.ts';
import { OWNER } from '../../src/core/db/embedded/embedded-url.ts';
import { type Postmaster, startPostmaster, stopPostmaster } from '../../src/core/db/embedded/postmaster.ts';
import { getPreparedCluster } from '../../src/core/db/embedded/prepared-cluster.ts';
import { getDatabaseUser } from '../../src/core/db/embedded/database-user.ts';
import { findFreePort } from './free-port.ts';
import { findScratchParent } from './scratch.ts';

/** A PostgreSQL server of this test run, from the bundled binaries. */
export interface TestCluster {
  /** Path of the data directory. */
  data: string;
  /** Connection URL of a migrated database without rows. */
  migratedUrl: string;
  /** Returns the connection URL of a database of the server. */
  urlOf: (database: string) => string;
  start: () => Promise<Postmaster>;
  /** Stops the server and removes its files. */
  close: () => Promise<void>;
}

/** Allows connections from this machine without a password, also for replicas. */
const ACCESS = 'local all all trust\nhost all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n';

/**
 * Creates and starts a server on a free loopback port. Its files are in memory if there is enough space. If `source` is given, the server starts with
 * a copy of that data directory.
 */
export async function startCluster(settings: Readonly<Record<string, string>>, source?: string): Promise<TestCluster> {
  const home = await mkdtemp(join(await findScratchParent(), `marquee-test-${process.pid}-`));
  const data = join(home, 'data');
  const user = getDatabaseUser();
  if (user) chownSync(home, user.uid, user.gid);
  copyTree(source ?? (await getPreparedCluster()), data, { user });
  writeFileSync(join(data, 'pg_hba.conf'), ACCESS);
  const port = await findFreePort();
  const start = async () => {
    const postmaster = await startPostmaster(data, { listen_addresses: '127.0.0.1', port: String(port), ...settings });
    if (postmaster === 'taken') throw new Error(`Another server runs on ${data}`);
    return postmaster;
  };
  const urlOf = (database: string) => `postgres://${OWNER}@127.0.0.1:${port}/${database}`;
  await start();
  return {
    data,
    migratedUrl: urlOf('marquee'),
    urlOf,
    start,
    async close() {
      await stopPostmaster(data);
      await rm(home, { recursive: true, force: true });
    },
  };
}
