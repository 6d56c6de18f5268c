/** What became of one sort of thing in a file: `inFile` is the sum of the other three once the import is through. */
export interface Account {
  inFile: number;
  imported: number;
  /** Came with an earlier import, or was here before. */
  alreadyHere: number;
  skipped: number;
}

/** Accounts by what is counted: `author`, `term category`, `item post`, `post meta`, `comment`, … */
export type Tally = Record<string, Account>;

/** What may become of a thing of a file. */
export type Outcome = keyof Account;

/** Adds to one account, which is opened when it is new. */
export function count(tally: Tally, what: string, outcome: Outcome, by = 1): void {
  if (by === 0) return;
  const account = (tally[what] ??= { inFile: 0, imported: 0, alreadyHere: 0, skipped: 0 });
  account[outcome] += by;
}

/** The sum of two tallies, as a new one. */
export function added(one: Tally, other: Tally): Tally {
  const sum: Tally = {};
  for (const tally of [one, other]) {
    for (const [what, account] of Object.entries(tally)) {
      for (const outcome of ['inFile', 'imported', 'alreadyHere', 'skipped'] as const) count(sum, what, outcome, account[outcome]);
    }
  }
  return sum;
}

/** The accounts that do not come out even; empty after a whole import. */
export function unevenAccounts(tally: Tally): string[] {
  return Object.entries(tally)
    .filter(([, account]) => account.inFile !== account.imported + account.alreadyHere + account.skipped)
    .map(([what]) => what);
}
