import { withAdvisoryLock } from './advisory-lock.ts';
import type { DatabaseOptions } from './database-options.ts';
import type { Driver } from './driver.ts';
import { queryWithFacts } from './query-with-facts.ts';
import { createLibraryStatements } from './library-statements.ts';
import type { Migration } from './migrations/directory.ts';
import { migrateServer } from './migrations/migrate-server.ts';
import { isPoolerRefusal, createMissingDirectUrlError, checkPooler } from './pooler.ts';
import { isReadOnlySql } from './read-only-sql.ts';
import { Replicas } from './replicas/replicas.ts';
import { createServerAdapter } from './server-adapter.ts';
import { createServerListener } from './server-listener.ts';
import { createServerConfig, createServerPool, WAIT_MS } from './server.ts';
import { userTypesStatement, createValueParsers } from './values.ts';
import { limitWriters, getDefaultWriters } from './writers.ts';

/** Connects to a PostgreSQL server, or its pooler, and to its replicas. Applies pending migrations, unless `applyMigrations` is false. */
export async function openServerDriver({
  url,
  directUrl,
  replicaUrls = [],
  log,
  applyMigrations,
  maxConnections = 10,
  maxWriters = getDefaultWriters(maxConnections),
  statementTimeoutMs = 30_000,
  migrations,
  onNotice,
}: DatabaseOptions & { migrations: readonly Migration[]; onNotice?: (message: string) => void }): Promise<Driver> {
  const isPooled = directUrl !== undefined && directUrl !== url;
  const serverUrl = directUrl ?? url;
  const pool = createServerPool(url, { max: maxConnections, statementTimeoutMs, isPooled, log, onNotice });
  const queryUserTypes = () => pool.query<{ oid: number; typarray: number }>(userTypesStatement);
  // these run in parallel, because opening a connection takes as long as the queries on it
  const [migrationResult, userTypesResult] = await Promise.allSettled([
    migrateServer(serverUrl, { log, applyMigrations, migrations }),
    queryUserTypes(),
  ]);
  if (migrationResult.status === 'rejected') {
    await pool.end();
    throw isPoolerRefusal(migrationResult.reason) ? createMissingDirectUrlError() : migrationResult.reason;
  }
  const applied = migrationResult.value;
  if (applied.length > 0) log?.info({ migrations: applied }, 'migrations applied');
  const keepsStatements = !isPooled || (await checkPooler(pool, log));
  const hasUserTypes = userTypesResult.status === 'fulfilled' && applied.length === 0;
  const userTypes = hasUserTypes ? userTypesResult.value : await queryUserTypes();
  const parsers = createValueParsers(userTypes.rows);
  const types = { getTypeParser: (oid: number) => parsers[oid] ?? String };
  const writers = limitWriters(maxWriters, WAIT_MS);
  const adapter = createServerAdapter(pool, () => undefined, { keepsStatements, writers });
  const replicas =
    replicaUrls.length > 0 ? new Replicas({ urls: replicaUrls, url, isPooled, max: maxConnections, statementTimeoutMs, log }) : null;
  await replicas?.open();
  const listener = createServerListener(createServerConfig(serverUrl), log);
  return {
    adapter: replicas?.wrapAdapter(adapter) ?? adapter,
    async query<Row>(text: string, values: ReadonlyArray<string | Uint8Array | null>, name?: string, facts: string | null = null) {
      const named = keepsStatements && name !== undefined && { name };
      const query = { text, values: [...values], types: types as never };
      const queryPrimary = async () => (await pool.query({ ...query, ...named })).rows as Row[];
      if (facts !== null)
        return await writers.run(async () => (await queryWithFacts(pool, { ...query, ...named }, { facts, isPooled })).rows as Row[]);
      if (!isReadOnlySql(text)) return await writers.run(queryPrimary);
      return replicas ? await replicas.readRows<Row>(query, name, queryPrimary) : await queryPrimary();
    },
    libraryStatements: createLibraryStatements(pool, writers),
    listen: listener.listen,
    withLock: (name, work) => withAdvisoryLock(serverUrl, name, work),
    connections() {
      const { writing, waiting } = writers.getCounts();
      const { totalCount: total, idleCount: idle } = pool;
      // until the next turn of the event loop, the pool also counts callers as waiting for whom an idle or new connection is available
      const spare = idle + Math.max(0, pool.options.max - total);
      return { total, idle, waiting: Math.max(0, pool.waitingCount - spare) + waiting, writing };
    },
    ...(replicas && { replicas: () => replicas.getStatuses(), reads: replicas.counts }),
    async close() {
      await listener.close();
      await Promise.all([pool.end(), replicas?.close()]);
    },
  };
}
