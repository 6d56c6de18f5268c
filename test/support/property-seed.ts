import fc from 'fast-check';

/*
 * Property tests use the same random values in every run, so that runs are comparable. With `PROPERTY_SEED=7`, they use other values. With
 * `PROPERTY_SEED=random`, they use different values in each run.
 */
const seed = process.env['PROPERTY_SEED'] ?? '1';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
