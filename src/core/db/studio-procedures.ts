import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { z } from 'zod';
import { toParameter, valueParsers } from './values.ts';

const statement = z.object({ sql: z.string(), parameters: z.array(z.unknown()).default([]) });
type Statement = z.output<typeof statement>;
const request = z.discriminatedUnion('procedure', [
  z.object({ procedure: z.literal('query'), query: statement }),
  z.object({ procedure: z.literal('sequence'), sequence: z.tuple([statement, statement]) }),
  z.object({ procedure: z.literal('transaction'), queries: z.array(statement) }),
  z.object({ procedure: z.literal('sql-lint') }),
]);

type Rows = unknown[];

/** What Prisma Studio's page needs of a database. */
export interface StudioExecutor {
  query: (statement: Statement) => Promise<Rows>;
  /** All statements or none. */
  transaction: (statements: readonly Statement[]) => Promise<Rows[]>;
}

/** Runs Studio's statements between the site's own on an embedded database, never in the middle of a transaction of the site. */
export function embeddedExecutor(client: PGlite): StudioExecutor {
  return {
    query: async ({ sql, parameters }) => (await client.query(sql, parameters)).rows,
    transaction: (statements) =>
      client.transaction(async (tx) => {
        const results: Rows[] = [];
        for (const { sql, parameters } of statements) results.push((await tx.query(sql, parameters)).rows);
        return results;
      }),
  };
}

/** Runs Studio's statements on a server. */
export function serverExecutor(pool: pg.Pool): StudioExecutor {
  const parsers = valueParsers();
  const types = { getTypeParser: (oid: number) => parsers[oid] ?? String } as never;
  const run = async (on: pg.Pool | pg.PoolClient, { sql, parameters }: Statement): Promise<Rows> =>
    (await on.query({ text: sql, values: parameters.map(toParameter), types })).rows;
  return {
    query: (one) => run(pool, one),
    async transaction(statements) {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const results: Rows[] = [];
        for (const one of statements) results.push(await run(client, one));
        await client.query('COMMIT');
        client.release();
        return results;
      } catch (error) {
        // Ending the connection ends its transaction, whatever state it is in.
        client.release(true);
        throw error;
      }
    },
  };
}

/** The JSON text that answers one request of Studio's page; failures of statements are part of the answer. Throws on an unknown request. */
export async function answerStudio(executor: StudioExecutor, body: unknown): Promise<string> {
  const asked = request.parse(body);
  return JSON.stringify(await answer(executor, asked), (_key, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
  });
}

async function answer(executor: StudioExecutor, asked: z.output<typeof request>): Promise<unknown> {
  switch (asked.procedure) {
    case 'query':
      return attempt(() => executor.query(asked.query));
    case 'transaction':
      return attempt(() => executor.transaction(asked.queries));
    case 'sequence': {
      const first = await attempt(() => executor.query(asked.sequence[0]));
      return first.length === 1 ? [first] : [first, await attempt(() => executor.query(asked.sequence[1]))];
    }
    case 'sql-lint':
      return [null, { diagnostics: [] }];
  }
}

async function attempt<T>(work: () => Promise<T>): Promise<[null, T] | [{ name: string; message: string; code?: string }]> {
  try {
    return [null, await work()];
  } catch (error) {
    const { name = 'Error', message = String(error), code } = error as { name?: string; message?: string; code?: string };
    return [{ name, message, ...(code !== undefined && { code }) }];
  }
}
