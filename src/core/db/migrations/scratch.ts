import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { withTemporaryCluster } from '../embedded/cluster.ts';
import { createServerAdapter } from '../server-adapter.ts';
import { createServerConfig } from '../server.ts';

/** Type ID of PostgreSQL's "char". */
const ONE_CHARACTER = 18;
/** Type ID of `bpchar`, which Prisma's adapter reads in the same way. */
const PADDED_TEXT = 1042;

interface AdapterInternals {
  performIO(query: SqlQuery): Promise<{ fields: { dataTypeID: number }[] }>;
}

/** Makes the adapter read columns of type "char". The schema engine needs them, but Prisma's adapter does not support them. */
function supportCharColumns(adapter: SqlDriverAdapter): SqlDriverAdapter {
  const internals = adapter as unknown as AdapterInternals;
  const queryRaw = async (query: SqlQuery) => {
    const characterColumns: number[] = [];
    const castingAdapter = Object.create(adapter, {
      performIO: {
        async value() {
          const response = await internals.performIO(query);
          for (const [index, field] of response.fields.entries())
            if (field.dataTypeID === ONE_CHARACTER) {
              characterColumns.push(index);
              field.dataTypeID = PADDED_TEXT;
            }
          return response;
        },
      },
    }) as typeof adapter;
    const { queryRaw: read } = Object.getPrototypeOf(adapter) as typeof adapter;
    const result = await read.call(castingAdapter, query);
    for (const index of characterColumns) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
  return Object.assign(adapter, { queryRaw });
}

/** Runs the work with an adapter for a new, empty database, as the schema engine expects it. Removes the server of the database afterwards. */
export async function withScratchDatabase<T>(work: (adapter: SqlMigrationAwareDriverAdapterFactory) => Promise<T>): Promise<T> {
  return await withTemporaryCluster(async (url) => {
    const pools: pg.Pool[] = [];
    const createFactory = (database: string) => {
      const databaseUrl = new URL(url);
      databaseUrl.pathname = `/${database}`;
      const pool = new pg.Pool({ ...createServerConfig(databaseUrl.href), max: 1 });
      pool.on('error', () => undefined);
      // the cluster may stop before the connections are closed
      pool.on('connect', (client) => void client.on('error', () => undefined));
      pools.push(pool);
      const factory = createServerAdapter(pool, () => undefined);
      const connect = factory.connect.bind(factory);
      factory.connect = async () => supportCharColumns(await connect());
      return factory;
    };
    const factory = createFactory('marquee');
    let shadowCount = 0;
    // the published adapter would use the database itself as the shadow database, which must be empty
    factory.connectToShadowDb = async () => {
      const name = `shadow_${(shadowCount += 1)}`;
      await pools[0]!.query(`CREATE DATABASE ${name}`);
      return await createFactory(name).connect();
    };
    try {
      return await work(factory);
    } finally {
      await Promise.all(pools.map((pool) => pool.end()));
    }
  });
}
