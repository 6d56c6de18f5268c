import pg from 'pg';
import { SAY_FACTS, SAYING } from './audited/facts.ts';

/** What of the driver's connection and query the published types do not say. */
interface DriverConnection {
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: object): void;
}
interface DriverQuery extends pg.Submittable {
  requiresPreparation(): boolean;
  prepare(connection: DriverConnection): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: DriverConnection): void;
}
type Callback = (error: Error | null, result: pg.QueryResult) => void;
const Query = pg.Query as unknown as new (asked: pg.QueryConfig, values: undefined, callback: Callback) => DriverQuery;

/**
 * A statement that says facts first, both before one `Sync`: to PostgreSQL what comes before it is one transaction, which it begins and commits by
 * itself. The facts end with it, and a statement that fails leaves nothing to roll back.
 */
class FactsFirst extends Query {
  readonly #facts: string;
  #areSaid = false;

  constructor(asked: pg.QueryConfig, facts: string, callback: Callback) {
    super(asked, undefined, callback);
    this.#facts = facts;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: DriverConnection): void {
    connection.bind({ statement: SAYING, values: [this.#facts] });
    connection.execute({});
    super.prepare(connection);
  }

  // nobody reads the result of setting the facts

  override handleDataRow(message: object): void {
    if (this.#areSaid) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: DriverConnection): void {
    if (this.#areSaid) super.handleCommandComplete(message, connection);
    this.#areSaid = true;
  }
}

/** Connections that keep the statement that says facts. */
const prepared = new WeakSet<pg.PoolClient>();

async function inOnePacket(client: pg.PoolClient, asked: pg.QueryConfig, facts: string): Promise<pg.QueryResult> {
  if (!prepared.has(client)) {
    await client.query({ name: SAYING, text: SAY_FACTS, values: [''] });
    prepared.add(client);
  }
  return await new Promise((resolve, reject) => {
    client.query(new FactsFirst(asked, facts, (error, result) => (error ? reject(error) : resolve(result))));
  });
}

async function oneByOne(client: pg.PoolClient, asked: pg.QueryConfig, facts: string): Promise<pg.QueryResult> {
  await client.query('BEGIN');
  await client.query(SAY_FACTS, [facts]);
  const result = await client.query(asked);
  await client.query('COMMIT');
  return result;
}

/** Whether a statement may be prepared, and so is one; a text without values may hold several. */
const isOne = ({ name, values = [] }: pg.QueryConfig) => name !== undefined || values.length > 0;

/**
 * Runs a statement in a transaction of its own that begins with the facts for the audit log; all of it in one packet, but where a pooler stands
 * between. A connection on which anything failed goes back after a rollback, which shows whether it still responds, or not at all.
 */
export async function queryWithFacts(
  pool: pg.Pool,
  asked: pg.QueryConfig,
  { facts, pooled }: { facts: string; pooled: boolean },
): Promise<pg.QueryResult> {
  const client = await pool.connect();
  let broken = false;
  // a pool listens to connections that are idle only: the loss of this one, told between two statements, would end the process
  const lose = () => {
    broken = true;
  };
  client.on('error', lose);
  try {
    return await (!pooled && isOne(asked) ? inOnePacket : oneByOne)(client, asked, facts);
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    await client.query('ROLLBACK').catch(lose);
    throw error;
  } finally {
    client.off('error', lose);
    client.release(broken);
  }
}
