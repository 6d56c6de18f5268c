import type fc from 'fast-check';

/**
 * Returns the number of runs of a model test: few by default, `MODEL_RUNS=1000` for the documented number. With MODEL_RUNS, the first
 * failure ends the test without shrinking, which takes long with many steps. `MODEL_SEED` repeats a run with shrinking.
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

/** Timeout for all runs. */
export const modelTimeout = 120_000 + Number(process.env['MODEL_RUNS'] ?? 0) * 5_000;
