/** How large a load is: small in CI; `LOAD_REQUESTS=2000 LOAD_PLACES=100 LOAD_REPETITIONS=20` for the figures of the promises. */
export const load = {
  requests: Number(process.env['LOAD_REQUESTS'] ?? 300),
  places: Number(process.env['LOAD_PLACES'] ?? 25),
  checkIns: Number(process.env['LOAD_CHECK_INS'] ?? 60),
  repetitions: Number(process.env['LOAD_REPETITIONS'] ?? 1),
};

/** A line for the reader of the figures. */
export function report(words: string): void {
  process.stdout.write(`  ${words}\n`);
}
