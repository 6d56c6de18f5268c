import type { Tx } from '../db/database.ts';

/** Someone whose data are looked for. */
export interface Person {
  /** E-mail address in lower case. */
  address: string;
  /** Numbers of the accounts that have this address. */
  userIds: readonly number[];
  /** Regular expression (PostgreSQL, case-insensitive) of the address wherever it stands alone in a text, also as addresses and markup write it. */
  pattern: string;
  /** What stands in the place of the address once it is erased: an address of nobody, made for this erasure. */
  standIn: string;
  /** Letters and digits that stand in every text in which the address stands: what is cheap to look for. */
  hint: string;
}

/** What else is read of someone, beside the rows of a table. */
export type HeldRecord = Readonly<Record<string, unknown>>;

/** Rows of a table that are about someone: they are given out, and erased, as a whole. */
export interface RowsOfPeople {
  /** Heading in the archive. */
  label: string;
  /** SQL condition on the row `t`. `$1` is the address in lower case, `$2` the numbers of its accounts (int[]), `$3` the pattern of the address. */
  about: string;
  /** Columns that are never given out: secrets, and what only searches look into. */
  without?: readonly string[];
  /**
   * What an erasure makes of such a row: it goes, or columns get other values (SQL, on the row `t`, with the same placeholders). The address
   * itself needs no mention: it is struck out of every text of the database. Without it nothing else changes.
   */
  erase?: 'delete' | Readonly<Record<string, string>>;
}

/** What columns cannot say: sealed, signed, kept outside the database. */
export interface HeldByHand<Site> {
  label: string;
  /** Everything about someone, read bit by bit; rows of the table that mention the address are found without it. */
  records?(site: Site, person: Person): AsyncIterable<HeldRecord>;
  /** Erases it inside the transaction, and returns in how many rows. Runs before the address is struck out of the texts. */
  erase?(site: Site, tx: Tx, person: Person): Promise<number>;
}

/** What a table holds about people. */
export type TableData<Site> =
  | ({ kind: 'people' } & RowsOfPeople)
  | ({ kind: 'by hand' } & HeldByHand<Site>)
  /** No row is about someone; a text may mention an address. */
  | { kind: 'texts'; label: string }
  /** Nothing about people. Its texts are searched and struck out all the same. */
  | { kind: 'nothing'; why: string };

/** What a domain holds about people: a decision for each of its tables, by the table's name. Those that stand on others come first. Nothing by hand needs no site. */
export type PersonalData<Site = never> = Readonly<Record<string, TableData<Site>>>;

/** Rows that are about someone. */
export const ofPeople = (rows: RowsOfPeople): TableData<never> => ({ kind: 'people', ...rows });

/** What is read and erased by functions of the domain. */
export const byHand = <Site>(held: HeldByHand<Site>): TableData<Site> => ({ kind: 'by hand', ...held });

/** Texts that may mention someone and are about nobody. */
export const texts = (label: string): TableData<never> => ({ kind: 'texts', label });

/** A table without anything about people, and why. */
export const nothing = (why: string): TableData<never> => ({ kind: 'nothing', why });

/** What stands for a name once it is erased. */
export const ANONYMOUS = 'Anonymous';
