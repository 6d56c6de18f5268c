/** Numbers of entries of one kind in a file, by result. After an import, `inFile` is the sum of the other three. */
export interface TallyCounts {
  inFile: number;
  imported: number;
  /** Entries that an earlier import or this site has created. */
  alreadyHere: number;
  skipped: number;
}

/**
 * A tally: numbers by account. Each account counts one kind of entry and is called `author`, `term category`, `item post`, `post meta`, `comment`, …
 */
export type Tally = Record<string, TallyCounts>;

/** Name of a number in an account. */
export type Outcome = keyof TallyCounts;

/** Adds `by` to a number of an account, and creates the account if necessary. */
export function addToTally(tally: Tally, accountName: string, outcome: Outcome, by = 1): void {
  if (by === 0) return;
  const account = (tally[accountName] ??= { inFile: 0, imported: 0, alreadyHere: 0, skipped: 0 });
  account[outcome] += by;
}

/** Returns the sum of two tallies. */
export function addTallies(first: Tally, second: Tally): Tally {
  const sum: Tally = {};
  for (const tally of [first, second]) {
    for (const [name, account] of Object.entries(tally)) {
      for (const outcome of ['inFile', 'imported', 'alreadyHere', 'skipped'] as const) addToTally(sum, name, outcome, account[outcome]);
    }
  }
  return sum;
}

/** Returns the names of the accounts whose sums do not match; empty after a complete import. */
export function findMismatches(tally: Tally): string[] {
  return Object.entries(tally)
    .filter(([, account]) => account.inFile !== account.imported + account.alreadyHere + account.skipped)
    .map(([name]) => name);
}
