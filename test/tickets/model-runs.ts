import type fc from 'fast-check';

/** How many runs a model has: few in CI, `MODEL_RUNS=1000` for the figures; `MODEL_SEED` repeats a run that failed. */
export function modelRuns(few: number): { numRuns: number; seed?: number; verbose?: fc.VerbosityLevel } {
  const seed = process.env['MODEL_SEED'];
  return { numRuns: Number(process.env['MODEL_RUNS'] ?? few), ...(seed !== undefined && { seed: Number(seed) }) };
}

/** Long enough for all of them. */
export const modelTimeout = 120_000 + Number(process.env['MODEL_RUNS'] ?? 0) * 5_000;
