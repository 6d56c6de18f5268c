import type { Tx } from '../db/database.ts';

/** A person whose data is exported or erased. */
export interface Person {
  /** Email address in lower case. */
  address: string;
  /** IDs of the accounts with this address. */
  userIds: readonly number[];
  /** Case-insensitive regular expression of PostgreSQL that finds the address in a text, also as written in URLs, HTML and JSON. */
  pattern: string;
  /** Address that replaces the erased one. It is created for this erasure and is not in use. */
  replacementAddress: string;
  /** Letters and digits that every text with the address contains. Allows a cheap preselection. */
  hint: string;
}

/** A record of a person's data that is not a row of a table. */
export type PersonalRecord = Readonly<Record<string, unknown>>;

/** Declaration of a table whose rows are about people. The rows are exported and erased as a whole. */
export interface RowsOfPeople {
  /** Heading in the export. */
  label: string;
  /**
   * SQL condition on the row `t`. `$1` is the address in lower case, `$2` the IDs of its accounts (int[]), and `$3` the regular expression for the
   * address.
   */
  about: string;
  /** Columns that are never exported: secrets, and columns that are only for searching. */
  without?: readonly string[];
  /**
   * What an erasure does to a row about the person: delete it, or set columns to other values (SQL on the row `t`, with the same placeholders). By
   * default only the address is replaced, as in all texts of the database.
   */
  erase?: 'delete' | Readonly<Record<string, string>>;
}

/** Declaration of data that functions export and erase, because it is encrypted, signed or stored outside the database. */
export interface CustomData<Site> {
  label: string;
  /** Yields the data about a person. Rows that only mention the address in a text are found without this function. */
  records?(site: Site, person: Person): AsyncIterable<PersonalRecord>;
  /** Erases the data about a person within the transaction. Returns the number of rows. Runs before the address is replaced in texts. */
  erase?(site: Site, tx: Tx, person: Person): Promise<number>;
}

/** Declaration of the personal data in a table. */
export type TableData<Site> =
  | ({ kind: 'people' } & RowsOfPeople)
  | ({ kind: 'by hand' } & CustomData<Site>)
  /** No row is about a person, but texts may mention an email address. */
  | { kind: 'texts'; label: string }
  /** No personal data. An erasure still replaces the address in the texts of the table. */
  | { kind: 'nothing'; why: string };

/**
 * Personal data of a domain: the declarations of its tables, by name. Declare a table before the tables that it depends on. Declarations without
 * functions need no site type.
 */
export type PersonalData<Site = never> = Readonly<Record<string, TableData<Site>>>;

/** Declares a table whose rows are about people. */
export const rowsOfPeople = (rows: RowsOfPeople): TableData<never> => ({ kind: 'people', ...rows });

/** Declares data that functions of the domain export and erase. */
export const customData = <Site>(data: CustomData<Site>): TableData<Site> => ({ kind: 'by hand', ...data });

/** Declares a table whose texts may mention people, but whose rows are not about them. */
export const mentioningTexts = (label: string): TableData<never> => ({ kind: 'texts', label });

/** Declares a table without personal data. `why` is the reason. */
export const noPersonalData = (why: string): TableData<never> => ({ kind: 'nothing', why });

/** Replacement for an erased name. */
export const ANONYMOUS = 'Anonymous';
