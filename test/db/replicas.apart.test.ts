import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { type Database, openDatabase } from '../../src/core/db/database.ts';
import { runForRequest } from '../../src/core/logging/request-facts.ts';
import { type PrivateServer, startPrivateServer } from '../support/private-server.ts';
import { runOnServer } from '../support/server.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

it('DATABASE_REPLICA_URLS requires a DATABASE_URL', () => {
  const read = (environment: Record<string, string>) => () => readConfig({ DATABASE_URL: 'postgres://somewhere/site', ...environment });
  expect(read({ DATABASE_URL: '', DATABASE_REPLICA_URLS: 'postgres://a/site' })).toThrow(/DATABASE_REPLICA_URLS: is for replicas/);
  expect(read({ DATABASE_REPLICA_URLS: 'mysql://a/site' })).toThrow(/DATABASE_REPLICA_URLS: must be postgres/);
  expect(read({ DATABASE_REPLICA_URLS: ' postgres://a/site , postgres://b/site ' })().replicaUrls).toEqual([
    'postgres://a/site',
    'postgres://b/site',
  ]);
});

describe('Primary with two streaming replicas', () => {
  let primary: PrivateServer;
  let replicas: PrivateServer[];
  let processes: Database[];
  let site: WholeSite;

  beforeAll(async () => {
    primary = await startPrivateServer({ fsync: 'off', max_connections: '60', wal_level: 'replica' });
    const setup = await openDatabase({ url: primary.url });
    await setup.sql('CREATE TABLE note (id int PRIMARY KEY, n int NOT NULL)');
    await setup.sql('INSERT INTO note SELECT i, 0 FROM generate_series(1, 20) i');
    await setup.close();
    replicas = [
      await startPrivateServer({ fsync: 'off', max_connections: '60' }, primary),
      await startPrivateServer({ fsync: 'off', max_connections: '60' }, primary),
    ];
    const replicaUrls = replicas.map(({ url }) => url);
    const open = () => openDatabase({ url: primary.url, replicaUrls, maxConnections: 4 });
    processes = [await open(), await open()];
    site = await openWholeSite({ DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: replicaUrls.join() });
  });
  afterAll(async () => {
    await site?.close();
    for (const database of processes ?? []) await database.close();
    for (const server of [...(replicas ?? []), primary]) await server?.close();
  });

  /** Runs work in a read-only request. */
  const runReadOnly = <T>(work: () => Promise<T>) =>
    runForRequest({ id: 'test', route: '', operations: [], caller: '', statements: 0, cost: 0, readsOnly: true }, work);
  const isReplica = async (database: Database) => {
    const [row] = await database.sql<{ isReplica: boolean }>('SELECT pg_is_in_recovery() AS "isReplica"');
    return row?.isReplica;
  };
  const states = async () => (await processes[0]!.replicas()).map(({ state }) => state);
  let lastValue = 0;
  /** Writes in one process and checks that another one reads it. */
  const writeAndRead = async (): Promise<void> => {
    const id = 1 + Math.floor(Math.random() * 20);
    const n = (lastValue += 1);
    const [writer, reader] = Math.random() < 0.5 ? processes : [...processes].reverse();
    await (Math.random() < 0.5
      ? writer!.sql('UPDATE note SET n = GREATEST(n, $2) WHERE id = $1', [id, n])
      : writer!.transaction((tx) => tx.$executeRawUnsafe('UPDATE note SET n = GREATEST(n, $2) WHERE id = $1', id, n)));
    const rows = await runReadOnly(() =>
      Math.random() < 0.5
        ? reader!.sql<{ n: number }>('SELECT n FROM note WHERE id = $1', [id])
        : reader!.prisma.$queryRawUnsafe<{ n: number }[]>('SELECT n FROM note WHERE id = $1', id),
    );
    expect(rows[0]!.n).toBeGreaterThanOrEqual(n);
  };
  const writeAndReadTimes = async (times: number) => {
    for (let i = 0; i < times; i += 8) await Promise.all(Array.from({ length: 8 }, writeAndRead));
  };

  it('serves only reads of read-only requests from replicas', async () => {
    // the primary serves the reads until the replicas have replayed the setup of the site
    await expect.poll(states).toEqual(['serving', 'serving']);
    await expect.poll(async () => (await site.site.db.replicas()).map(({ state }) => state)).toEqual(['serving', 'serving']);
    expect(await isReplica(processes[0]!)).toBe(false);
    await expect.poll(() => runReadOnly(() => isReplica(processes[0]!))).toBe(true);
    expect(
      await runReadOnly(() =>
        processes[0]!.transaction((tx) => tx.$queryRawUnsafe<{ isReplica: boolean }[]>('SELECT pg_is_in_recovery() AS "isReplica"')),
      ),
    ).toEqual([{ isReplica: false }]);
    // unlogged tables are not replicated
    expect(await runReadOnly(() => processes[0]!.sql('SELECT count(*)::int AS n FROM request_budget'))).toEqual([{ n: 0 }]);
    await expect(runReadOnly(() => processes[0]!.sql('SELECT 1 / 0'))).rejects.toMatchObject({ code: '22012' });

    const { reads } = site.site.db;
    const countReplicaReads = async (sendRequest: () => Promise<{ status: number }>) => {
      const before = reads!.replica;
      expect((await sendRequest()).status).toBeLessThan(300);
      return reads!.replica - before;
    };
    await expect.poll(() => countReplicaReads(() => site.rest('GET', '/core/v2/posts'))).toBeGreaterThan(0);
    expect(await countReplicaReads(() => site.rest('POST', '/core/v2/posts', { body: { title: 'Written' }, as: 'administrator' }))).toBe(0);
    const { replica } = reads!;
    const readAgain = async () => {
      await site.graphql('{ posts(first: 5) { nodes { databaseId } } }');
      return reads!.replica;
    };
    await expect.poll(readAgain).toBeGreaterThan(replica);
    const readiness = async () => (await site.http.inject('/health/ready')).json() as unknown;
    await expect.poll(readiness).toMatchObject({
      replicas: [
        { number: 1, state: 'serving' },
        { number: 2, state: 'serving' },
      ],
    });
    const metrics = (await site.http.inject('/metrics')).body;
    expect(metrics).toMatch(/marquee_database_reads_total\{target="replica"\} [1-9]/);
    expect(metrics).toContain('marquee_replica_left_out{replica="1"} 0');
    expect(metrics).toMatch(/marquee_replica_lag_bytes\{replica="2"\} \d/);
  });

  it('shows every process the latest writes of the other process', async () => {
    const before = processes.map(({ reads }) => reads!.replica);
    await writeAndReadTimes(400);
    processes.forEach(({ reads }, i) => expect(reads!.replica).toBeGreaterThan(before[i]!));
  });

  it('excludes replicas while they lag, and uses them again afterwards', async () => {
    await runOnServer(replicas[0]!.url, 'SELECT pg_wal_replay_pause()');
    await writeAndReadTimes(80);
    await expect.poll(states).toEqual(['behind', 'serving']);
    await runOnServer(replicas[0]!.url, 'SELECT pg_wal_replay_resume()');
    await expect.poll(states).toEqual(['serving', 'serving']);
  });

  it('tolerates a hung or killed replica', async () => {
    await replicas[1]!.signal('SIGSTOP');
    await writeAndReadTimes(80);
    await expect.poll(states).toEqual(['serving', 'lost']);
    await replicas[1]!.signal('SIGCONT');
    await expect.poll(states).toEqual(['serving', 'serving']);
    const load = writeAndReadTimes(400);
    await replicas[0]!.kill();
    await load;
    await writeAndReadTimes(40);
    await expect.poll(states).toEqual(['lost', 'serving']);
    await replicas[0]!.start();
    await expect.poll(states).toEqual(['serving', 'serving']);
  });

  it('does not read from a server that is not a replica', async () => {
    const database = await openDatabase({ url: primary.url, replicaUrls: [primary.url], maxConnections: 2 });
    try {
      expect(await database.replicas()).toMatchObject([{ state: 'foreign' }]);
      expect(await runReadOnly(() => isReplica(database))).toBe(false);
    } finally {
      await database.close();
    }
  });
});
