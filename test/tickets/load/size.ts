/** Size of a load: small in CI. `LOAD_REQUESTS=2000 LOAD_PLACES=100 LOAD_REPETITIONS=20` tests the documented numbers. */
export const load = {
  requests: Number(process.env['LOAD_REQUESTS'] ?? 150),
  places: Number(process.env['LOAD_PLACES'] ?? 25),
  checkIns: Number(process.env['LOAD_CHECK_INS'] ?? 30),
  repetitions: Number(process.env['LOAD_REPETITIONS'] ?? 1),
};

/** Prints a line with measured values. */
export function report(line: string): void {
  process.stdout.write(`  ${line}\n`);
}
