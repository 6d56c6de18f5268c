import type { Tx } from '../db/database.ts';

/** A person whose data is exported or erased. */
export interface Person {
  /** Email address in lower case. */
  address: string;
  /** IDs of the accounts with this address. */
  userIds: readonly number[];
  /** Regular expression (PostgreSQL, case-insensitive) for the address on its own in a text, also in its URL and markup spellings. */
  pattern: string;
  /** Replacement for the address when it is erased: an unused address that is created for this erasure. */
  standIn: string;
  /** Letters and digits that every text with the address contains, for a cheap preselection. */
  hint: string;
}

/** A record of a person's data that is not a row of a table. */
export type PersonalRecord = Readonly<Record<string, unknown>>;

/** Rows of a table about a person. They are exported and erased as a whole. */
export interface RowsOfPeople {
  /** Heading in the export. */
  label: string;
  /** SQL condition on the row `t`. `$1` is the address in lower case, `$2` the IDs of its accounts (int[]), `$3` the pattern of the address. */
  about: string;
  /** Columns that are never exported: secrets, and columns for searching only. */
  without?: readonly string[];
  /**
   * Effect of an erasure on such a row: it is deleted, or columns get other values (SQL, on the row `t`, with the same placeholders). By default only the
   * address is removed, as in all texts of the database.
   */
  erase?: 'delete' | Readonly<Record<string, string>>;
}

/** Data that needs code: encrypted, signed or stored outside the database. */
export interface CustomData<Site> {
  label: string;
  /** Yields a person's data. Rows of the table that only mention the address are found even without this function. */
  records?(site: Site, person: Person): AsyncIterable<PersonalRecord>;
  /** Erases the data within the transaction and returns the number of rows. Runs before the address is removed from texts. */
  erase?(site: Site, tx: Tx, person: Person): Promise<number>;
}

/** Personal data in a table. */
export type TableData<Site> =
  | ({ kind: 'people' } & RowsOfPeople)
  | ({ kind: 'by hand' } & CustomData<Site>)
  /** No row is about a person, but texts may mention an address. */
  | { kind: 'texts'; label: string }
  /** No personal data. Its texts are nevertheless searched for the address, which is erased. */
  | { kind: 'nothing'; why: string };

/**
 * Personal data of a domain: a declaration for each of its tables, by name. Declare tables before the ones they depend on. A declaration without functions needs no site
 * type.
 */
export type PersonalData<Site = never> = Readonly<Record<string, TableData<Site>>>;

/** Declares rows about people. */
export const rowsOfPeople = (rows: RowsOfPeople): TableData<never> => ({ kind: 'people', ...rows });

/** Declares data that functions of the domain export and erase. */
export const customData = <Site>(data: CustomData<Site>): TableData<Site> => ({ kind: 'by hand', ...data });

/** Declares texts that may mention people but are not about them. */
export const mentioningTexts = (label: string): TableData<never> => ({ kind: 'texts', label });

/** Declares a table without personal data, with the reason. */
export const noPersonalData = (why: string): TableData<never> => ({ kind: 'nothing', why });

/** Replacement for an erased name. */
export const ANONYMOUS = 'Anonymous';
