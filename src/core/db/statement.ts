import { createHash } from 'node:crypto';
import type { Answer } from './columns.ts';
import type { Tx } from './model.ts';

/** One statement of the service. */
export interface Statement<Value = never> {
  /** Under this name a connection keeps it prepared; undefined = not at all. */
  readonly name: string | undefined;
  readonly text: string;
  /** What its rows are; undefined for a statement that returns no rows. */
  readonly answer: Answer<Value> | undefined;
}

const known = new Map<string, Statement<unknown>>();
const nameOf = new Map<string, string>();

/**
 * Declares a statement. `answer` describes its rows: a test prepares every declared statement and compares. One name stands for one text.
 */
export function statement(name: string, text: string): Statement;
export function statement<Value>(name: string, text: string, answer: Answer<Value>): Statement<Value>;
export function statement<Value>(name: string, text: string, answer?: Answer<Value>): Statement<Value> {
  const declared: Statement<Value> = { name, text, answer };
  if (known.has(name)) throw new Error(`Two statements are called "${name}".`);
  known.set(name, declared as Statement<unknown>);
  nameOf.set(text, name);
  return declared;
}

/** What the declared statement with this text, or its family, is called; undefined for a text that nobody declared. */
export function declaredName(text: string): string | undefined {
  return nameOf.get(text);
}

/** All declared statements of the modules that are loaded. */
export function declaredStatements(): Statement<unknown>[] {
  return [...known.values()];
}

/** A connection keeps every named statement for as long as it lives: callers' wishes must not make endlessly many. */
const MAX_NAMES = 200;

/** Texts of a family that hold everything it offers, each filter and each order at least once; `site` as those who read get it. */
export type Examples<Site> = (site: Site) => readonly string[] | Promise<readonly string[]>;

interface FamilyOptions {
  /** No connection keeps them prepared. */
  isRare?: boolean;
}

const families = new Map<string, StatementFamily<unknown, never>>();

/** All families of the modules that are loaded. */
export function declaredFamilies(): StatementFamily<unknown, never>[] {
  return [...families.values()];
}

/** Names for statements that are put together from what a caller wishes, one for each text; the first two hundred texts get one. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The name of the statement, or undefined when it is to run without one. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MAX_NAMES) return known;
    const name = `${this.#prefix}_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    this.#names.set(text, name);
    return name;
  }
}

/** Statements that are put together from what a caller wishes. The test that prepares every declared statement prepares the examples too. */
export class StatementFamily<Value, Site = never> {
  readonly #names: StatementNames | null;
  readonly name: string;
  readonly #answer: Answer<Value> | undefined;
  readonly #examples: Examples<Site>;

  /** `answer` says what the rows are; undefined for statements that return no rows. */
  constructor(name: string, answer: Answer<Value> | undefined, examples: Examples<Site>, { isRare = false }: FamilyOptions = {}) {
    this.name = name;
    this.#answer = answer;
    this.#examples = examples;
    this.#names = isRare ? null : new StatementNames(name);
    if (families.has(name)) throw new Error(`Two families of statements are called "${name}".`);
    families.set(name, this as StatementFamily<unknown, never>);
  }

  /** The examples as statements without a name. */
  async examples(site: Site): Promise<Statement<Value>[]> {
    return (await this.#examples(site)).map((text) => ({ name: undefined, text, answer: this.#answer }));
  }

  /** The statement with this text. */
  of(text: string): Statement<Value> {
    const name = this.#names?.of(text);
    if (name !== undefined) nameOf.set(text, this.name);
    return { name, text, answer: this.#answer };
  }
}

/** What the driver returned, as callers get it. */
export function answered<Value>({ answer }: Statement<Value>, rows: Value[]): Value[] {
  return answer ? rows.map((row) => answer.read(row as never)) : rows;
}

/** The rows that a statement returns inside a transaction. */
export async function rowsIn<Value>(tx: Tx, statement: Statement<Value>, ...values: unknown[]): Promise<Value[]> {
  return answered(statement, await tx.$queryRawUnsafe<Value[]>(statement.text, ...values));
}

/** Runs a statement inside a transaction; returns how many rows it changed. */
export async function runIn(tx: Tx, { text }: Statement, ...values: unknown[]): Promise<number> {
  return await tx.$executeRawUnsafe(text, ...values);
}
