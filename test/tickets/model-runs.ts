import type fc from 'fast-check';

/**
 * Returns the options for the runs of a model test: `defaultRuns` of them, or MODEL_RUNS (1000 is the documented number). With MODEL_RUNS, the
 * first failure ends the test without shrinking, because shrinking many steps takes long. `MODEL_SEED` repeats a run with shrinking.
 */
export function getModelRunOptions(defaultRuns: number): fc.Parameters<unknown> {
  const runs = process.env['MODEL_RUNS'];
  const seed = process.env['MODEL_SEED'];
  return {
    numRuns: Number(runs ?? defaultRuns),
    endOnFailure: runs !== undefined && seed === undefined,
    ...(seed !== undefined && { seed: Number(seed) }),
  };
}

/** Timeout for all runs. */
export const modelTimeout = 120_000 + Number(process.env['MODEL_RUNS'] ?? 0) * 5_000;
