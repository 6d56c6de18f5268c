/** Results for one kind of entry in a file. After an import, `inFile` is the sum of the other three. */
export interface Account {
  inFile: number;
  imported: number;
  /** From an earlier import, or from this site. */
  alreadyHere: number;
  skipped: number;
}

/** Accounts by name: `author`, `term category`, `item post`, `post meta`, `comment`, … */
export type Tally = Record<string, Account>;

/** Possible results of an entry. */
export type Outcome = keyof Account;

/** Adds to an account; creates it if necessary. */
export function count(tally: Tally, accountName: string, outcome: Outcome, by = 1): void {
  if (by === 0) return;
  const account = (tally[accountName] ??= { inFile: 0, imported: 0, alreadyHere: 0, skipped: 0 });
  account[outcome] += by;
}

/** Returns the sum of two tallies. */
export function addTallies(first: Tally, second: Tally): Tally {
  const sum: Tally = {};
  for (const tally of [first, second]) {
    for (const [name, account] of Object.entries(tally)) {
      for (const outcome of ['inFile', 'imported', 'alreadyHere', 'skipped'] as const) count(sum, name, outcome, account[outcome]);
    }
  }
  return sum;
}

/** Returns the names of the parts of a tally whose sums do not match; empty after a complete import. */
export function findMismatches(tally: Tally): string[] {
  return Object.entries(tally)
    .filter(([, account]) => account.inFile !== account.imported + account.alreadyHere + account.skipped)
    .map(([name]) => name);
}
