import fc from 'fast-check';

/*
 * Properties use the same values in every run, so that runs are comparable. `PROPERTY_SEED=7` uses other values,
 * `PROPERTY_SEED=random` uses new ones in each run.
 */
const seed = process.env['PROPERTY_SEED'] ?? '1';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
