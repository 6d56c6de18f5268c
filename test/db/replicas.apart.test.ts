import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { type Database, openDatabase } from '../../src/core/db/database.ts';
import { forRequest } from '../../src/core/logging/request-facts.ts';
import { type PrivateServer, privateServer } from '../support/private-server.ts';
import { onServer } from '../support/server.ts';
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
    primary = await privateServer({ fsync: 'off', max_connections: '60', wal_level: 'replica' });
    const first = await openDatabase({ url: primary.url });
    await first.sql('CREATE TABLE note (id int PRIMARY KEY, n int NOT NULL)');
    await first.sql('INSERT INTO note SELECT i, 0 FROM generate_series(1, 20) i');
    await first.close();
    replicas = [
      await privateServer({ fsync: 'off', max_connections: '60' }, primary),
      await privateServer({ fsync: 'off', max_connections: '60' }, primary),
    ];
    const replicaUrls = replicas.map(({ url }) => url);
    const open = () => openDatabase({ url: primary.url, replicaUrls, max: 4 });
    processes = [await open(), await open()];
    site = await openWholeSite({ DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: replicaUrls.join() });
  });
  afterAll(async () => {
    await site?.close();
    for (const database of processes ?? []) await database.close();
    for (const server of [...(replicas ?? []), primary]) await server?.close();
  });

  /** Runs work in a read-only request. */
  const reading = <T>(work: () => Promise<T>) =>
    forRequest({ id: 'test', route: '', operations: [], caller: '', statements: 0, cost: 0, readsOnly: true }, work);
  const isReplica = async (database: Database) => {
    const [row] = await database.sql<{ there: boolean }>('SELECT pg_is_in_recovery() AS there');
    return row?.there;
  };
  const states = async () => (await processes[0]!.replicas()).map(({ state }) => state);
  let last = 0;
  /** Writes in one process and checks that another one reads it. */
  const writeAndRead = async (): Promise<void> => {
    const id = 1 + Math.floor(Math.random() * 20);
    const n = (last += 1);
    const [here, there] = Math.random() < 0.5 ? processes : [...processes].reverse();
    await (Math.random() < 0.5
      ? here!.sql('UPDATE note SET n = GREATEST(n, $2) WHERE id = $1', [id, n])
      : here!.transaction((tx) => tx.$executeRawUnsafe('UPDATE note SET n = GREATEST(n, $2) WHERE id = $1', id, n)));
    const rows = await reading(() =>
      Math.random() < 0.5
        ? there!.sql<{ n: number }>('SELECT n FROM note WHERE id = $1', [id])
        : there!.prisma.$queryRawUnsafe<{ n: number }[]>('SELECT n FROM note WHERE id = $1', id),
    );
    expect(rows[0]!.n).toBeGreaterThanOrEqual(n);
  };
  const rounds = async (times: number) => {
    for (let i = 0; i < times; i += 8) await Promise.all(Array.from({ length: 8 }, writeAndRead));
  };

  it('serves reads of read-only requests from replicas, and nothing else', async () => {
    // replicas replay the setup of the site; on a busy machine the primary serves the reads meanwhile
    await expect.poll(states).toEqual(['serving', 'serving']);
    await expect.poll(async () => (await site.site.db.replicas()).map(({ state }) => state)).toEqual(['serving', 'serving']);
    expect(await isReplica(processes[0]!)).toBe(false);
    await expect.poll(() => reading(() => isReplica(processes[0]!))).toBe(true);
    expect(
      await reading(() =>
        processes[0]!.transaction((tx) => tx.$queryRawUnsafe<{ there: boolean }[]>('SELECT pg_is_in_recovery() AS there')),
      ),
    ).toEqual([{ there: false }]);
    // unlogged tables are not replicated
    expect(await reading(() => processes[0]!.sql('SELECT count(*)::int AS n FROM request_budget'))).toEqual([{ n: 0 }]);
    await expect(reading(() => processes[0]!.sql('SELECT 1 / 0'))).rejects.toMatchObject({ code: '22012' });

    const { reads } = site.site.db;
    const answeredThere = async (ask: () => Promise<{ status: number }>) => {
      const before = reads!.replica;
      expect((await ask()).status).toBeLessThan(300);
      return reads!.replica - before;
    };
    await expect.poll(() => answeredThere(() => site.rest('GET', '/core/v2/posts'))).toBeGreaterThan(0);
    expect(await answeredThere(() => site.rest('POST', '/core/v2/posts', { body: { title: 'Written' }, as: 'administrator' }))).toBe(0);
    const { replica } = reads!;
    const askedAgain = async () => {
      await site.graphql('{ posts(first: 5) { nodes { databaseId } } }');
      return reads!.replica;
    };
    await expect.poll(askedAgain).toBeGreaterThan(replica);
    const ready = async () => (await site.http.inject('/health/ready')).json() as unknown;
    await expect.poll(ready).toMatchObject({
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

  it('shows every process the latest writes of the others', async () => {
    const before = processes.map(({ reads }) => reads!.replica);
    await rounds(400);
    processes.forEach(({ reads }, i) => expect(reads!.replica).toBeGreaterThan(before[i]!));
  });

  it('excludes replicas while they lag, and uses them again afterwards', async () => {
    await onServer(replicas[0]!.url, 'SELECT pg_wal_replay_pause()');
    await rounds(80);
    await expect.poll(states).toEqual(['behind', 'serving']);
    await onServer(replicas[0]!.url, 'SELECT pg_wal_replay_resume()');
    await expect.poll(states).toEqual(['serving', 'serving']);
  });

  it('tolerates a hung or killed replica', async () => {
    await replicas[1]!.signal('SIGSTOP');
    await rounds(80);
    await expect.poll(states).toEqual(['serving', 'lost']);
    await replicas[1]!.signal('SIGCONT');
    await expect.poll(states).toEqual(['serving', 'serving']);
    const load = rounds(400);
    await replicas[0]!.kill();
    await load;
    await rounds(40);
    await expect.poll(states).toEqual(['lost', 'serving']);
    await replicas[0]!.start();
    await expect.poll(states).toEqual(['serving', 'serving']);
  });

  it('does not read from a server that is not a replica', async () => {
    const database = await openDatabase({ url: primary.url, replicaUrls: [primary.url], max: 2 });
    try {
      expect(await database.replicas()).toMatchObject([{ state: 'foreign' }]);
      expect(await reading(() => isReplica(database))).toBe(false);
    } finally {
      await database.close();
    }
  });
});
