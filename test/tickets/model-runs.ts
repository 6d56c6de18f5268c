import type fc from 'fast-check';

/**
 * How many runs a model has: few in CI, `MODEL_RUNS=1000` for the figures. Those end at the first that fails, since a smaller one is long sought
 * among this many steps; `MODEL_SEED` repeats them and seeks it.
 */
export function modelRuns(few: number): fc.Parameters<unknown> {
  const runs = process.env['MODEL_RUNS'];
  const seed = process.env['MODEL_SEED'];
  return {
    numRuns: Number(runs ?? few),
    endOnFailure: runs !== undefined && seed === undefined,
    ...(seed !== undefined && { seed: Number(seed) }),
  };
}

/** Long enough for all of them. */
export const modelTimeout = 120_000 + Number(process.env['MODEL_RUNS'] ?? 0) * 5_000;
