import pg from 'pg';

/** What of the driver's connection, query and result the published types do not say. */
export interface DriverConnection {
  bind(message: { statement: string; values: readonly string[] }): void;
  describe(message: object): void;
  execute(message: object): void;
}
interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}
interface DriverQuery extends pg.Submittable {
  name: string | undefined;
  _result: Columns;
  _accumulateRows: boolean;
  requiresPreparation(): boolean;
  prepare(connection: DriverConnection): void;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: DriverConnection): void;
}
type Callback = (error: Error | null, result: pg.QueryResult) => void;
const Query = pg.Query as unknown as new (asked: pg.QueryConfig, values: undefined, callback?: Callback) => DriverQuery;

/** What is known of the statements that a connection keeps, and the same connection for those whose columns need not be asked for. */
interface Known {
  columns: Map<string, Columns>;
  undescribed: DriverConnection;
}
const knownOf = new WeakMap<DriverConnection, Known>();

function known(connection: DriverConnection): Known {
  let found = knownOf.get(connection);
  if (!found) {
    found = { columns: new Map(), undescribed: Object.create(connection, { describe: { value: () => undefined } }) as DriverConnection };
    knownOf.set(connection, found);
  }
  return found;
}

/**
 * A query that asks for the columns of a named statement the first time it runs on a connection only: they stay, as PostgreSQL refuses to run a
 * kept statement whose columns have become others. Describing costs the server a look at each column's type, and the client a parse.
 */
export class DescribedOnce extends Query {
  #learning: Known | undefined;

  constructor(asked: pg.QueryConfig, callback?: Callback) {
    super(asked, undefined, callback);
  }

  override prepare(connection: DriverConnection): void {
    const { name } = this;
    if (name === undefined) return super.prepare(connection);
    const here = known(connection);
    const columns = here.columns.get(name);
    if (!columns) {
      this.#learning = here;
      return super.prepare(connection);
    }
    Object.assign(this._result, columns);
    this._accumulateRows = true;
    super.prepare(here.undescribed);
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (this.name !== undefined) this.#learning?.columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/** Runs a query on a connection of the pool; what it returns and how it fails does not change. */
export async function runDescribedOnce(pool: pg.Pool, asked: pg.QueryConfig): Promise<pg.QueryResult> {
  // the published types do not know that a pool returns a promise for such a query, as it does any
  return await (pool.query(new DescribedOnce(asked)) as unknown as Promise<pg.QueryResult>);
}
