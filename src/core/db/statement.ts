import { createHash } from 'node:crypto';
import type { RowShape } from './columns.ts';
import type { Tx } from './model.ts';

/** A declared SQL statement. */
export interface Statement<Value = never> {
  /** Name of the prepared statement, or undefined if it is not prepared. */
  readonly name: string | undefined;
  readonly text: string;
  /** Shape of the rows; undefined for a statement that returns no rows. */
  readonly shape: RowShape<Value> | undefined;
}

const statements = new Map<string, Statement<unknown>>();
const namesByText = new Map<string, string>();

/**
 * Declares a statement. `shape` describes the rows that it returns. A test prepares every declared statement and compares its columns with the shape.
 * Names must be unique.
 */
export function statement(name: string, text: string): Statement;
export function statement<Value>(name: string, text: string, shape: RowShape<Value>): Statement<Value>;
export function statement<Value>(name: string, text: string, shape?: RowShape<Value>): Statement<Value> {
  const declared: Statement<Value> = { name, text, shape };
  if (statements.has(name)) throw new Error(`Two statements are called "${name}".`);
  statements.set(name, declared as Statement<unknown>);
  namesByText.set(text, name);
  return declared;
}

/** Returns the name of the declared statement or of the `StatementFamily` with this SQL, or undefined if it is not declared. */
export function findDeclaredName(text: string): string | undefined {
  return namesByText.get(text);
}

/** Returns the statements that the loaded modules have declared. */
export function getDeclaredStatements(): Statement<unknown>[] {
  return [...statements.values()];
}

/**
 * Maximum number of names with one prefix. A connection keeps named statements for its lifetime, so input of callers must not create unlimited names.
 */
const MAX_NAMES = 200;

/** Returns example SQL of a `StatementFamily`. The examples together contain every filter and every sort order. */
export type CreateExamples<Site> = (site: Site) => readonly string[] | Promise<readonly string[]>;

interface FamilyOptions {
  /** True if the statements are rarely run, so that connections do not prepare them. */
  isRare?: boolean;
}

const families = new Map<string, StatementFamily<unknown, never>>();

/** Returns the families that the loaded modules have declared. */
export function getDeclaredFamilies(): StatementFamily<unknown, never>[] {
  return [...families.values()];
}

/** Names of prepared statements that are built from the input of callers. Each SQL has its own name. Only the first 200 get a name. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Returns the name for this SQL, or undefined if it must run unnamed. */
  getName(text: string): string | undefined {
    const existing = this.#names.get(text);
    if (existing !== undefined || this.#names.size >= MAX_NAMES) return existing;
    const name = `${this.#prefix}_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    this.#names.set(text, name);
    return name;
  }
}

/** Statements that are built from the input of callers. The test that prepares every declared statement also prepares the examples of families. */
export class StatementFamily<Value, Site = never> {
  readonly #names: StatementNames | null;
  readonly name: string;
  readonly #shape: RowShape<Value> | undefined;
  readonly #examples: CreateExamples<Site>;

  /** `shape` describes the rows; undefined for statements that return no rows. */
  constructor(name: string, shape: RowShape<Value> | undefined, examples: CreateExamples<Site>, { isRare = false }: FamilyOptions = {}) {
    this.name = name;
    this.#shape = shape;
    this.#examples = examples;
    this.#names = isRare ? null : new StatementNames(name);
    if (families.has(name)) throw new Error(`Two families of statements are called "${name}".`);
    families.set(name, this as StatementFamily<unknown, never>);
  }

  /** Returns the examples as unnamed statements. */
  async examples(site: Site): Promise<Statement<Value>[]> {
    return (await this.#examples(site)).map((text) => ({ name: undefined, text, shape: this.#shape }));
  }

  /** Returns the statement of the family with this SQL. */
  createStatement(text: string): Statement<Value> {
    const name = this.#names?.getName(text);
    if (name !== undefined) namesByText.set(text, this.name);
    return { name, text, shape: this.#shape };
  }
}

/** Maps rows of the driver to the rows that callers get. */
export function mapRows<Value>({ shape }: Statement<Value>, rows: Value[]): Value[] {
  return shape ? rows.map((row) => shape.read(row as never)) : rows;
}

/** Runs a statement inside a transaction and returns its rows. */
export async function queryIn<Value>(tx: Tx, statement: Statement<Value>, ...values: unknown[]): Promise<Value[]> {
  return mapRows(statement, await tx.$queryRawUnsafe<Value[]>(statement.text, ...values));
}

/** Runs a statement inside a transaction and returns the number of changed rows. */
export async function executeIn(tx: Tx, { text }: Statement, ...values: unknown[]): Promise<number> {
  return await tx.$executeRawUnsafe(text, ...values);
}
