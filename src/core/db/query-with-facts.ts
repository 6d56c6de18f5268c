import pg from 'pg';
import { SET_FACTS, SET_FACTS_NAME } from './audited/audit-facts.ts';

/** Methods of the driver's connection that its published types omit. */
interface DriverConnection {
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: object): void;
}
/** Methods of the driver's query that its published types omit. */
interface DriverQuery extends pg.Submittable {
  requiresPreparation(): boolean;
  prepare(connection: DriverConnection): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: DriverConnection): void;
}
type Callback = (error: Error | null, result: pg.QueryResult) => void;
const PgQuery = pg.Query as unknown as new (query: pg.QueryConfig, values: undefined, callback: Callback) => DriverQuery;

/**
 * A query that first sets the audit facts. Both statements are sent before one `Sync`, so PostgreSQL runs them as one implicit transaction. The facts
 * end with the transaction, and a failed statement leaves nothing to roll back.
 */
class QueryWithFacts extends PgQuery {
  readonly #facts: string;
  #areFactsSet = false;

  constructor(query: pg.QueryConfig, facts: string, callback: Callback) {
    super(query, undefined, callback);
    this.#facts = facts;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: DriverConnection): void {
    connection.bind({ statement: SET_FACTS_NAME, values: [this.#facts] });
    connection.execute({});
    super.prepare(connection);
  }

  // the two methods below ignore the result of the statement that sets the facts

  override handleDataRow(message: object): void {
    if (this.#areFactsSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: DriverConnection): void {
    if (this.#areFactsSet) super.handleCommandComplete(message, connection);
    this.#areFactsSet = true;
  }
}

/** Connections on which the statement that sets the facts is prepared. */
const prepared = new WeakSet<pg.PoolClient>();

async function queryInOnePacket(client: pg.PoolClient, query: pg.QueryConfig, facts: string): Promise<pg.QueryResult> {
  if (!prepared.has(client)) {
    await client.query({ name: SET_FACTS_NAME, text: SET_FACTS, values: [''] });
    prepared.add(client);
  }
  return await new Promise((resolve, reject) => {
    client.query(new QueryWithFacts(query, facts, (error, result) => (error ? reject(error) : resolve(result))));
  });
}

async function queryOneByOne(client: pg.PoolClient, query: pg.QueryConfig, facts: string): Promise<pg.QueryResult> {
  await client.query('BEGIN');
  await client.query(SET_FACTS, [facts]);
  const result = await client.query(query);
  await client.query('COMMIT');
  return result;
}

/** True if the query is certainly a single statement, so that it can be prepared. SQL without a name and values may contain several statements. */
const isSingleStatement = ({ name, values = [] }: pg.QueryConfig) => name !== undefined || values.length > 0;

/**
 * Runs a statement in its own transaction, after setting the facts for the audit log. Sends both in one packet, unless the connection uses a pooler.
 * If the statement fails, rolls back. If the connection no longer responds, closes it.
 */
export async function queryWithFacts(
  pool: pg.Pool,
  query: pg.QueryConfig,
  { facts, isPooled }: { facts: string; isPooled: boolean },
): Promise<pg.QueryResult> {
  const client = await pool.connect();
  let isBroken = false;
  // the pool only handles errors of idle connections, so without this listener, an error between two statements would end the process
  const markBroken = () => {
    isBroken = true;
  };
  client.on('error', markBroken);
  try {
    return await (!isPooled && isSingleStatement(query) ? queryInOnePacket : queryOneByOne)(client, query, facts);
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    await client.query('ROLLBACK').catch(markBroken);
    throw error;
  } finally {
    client.off('error', markBroken);
    client.release(isBroken);
  }
}
