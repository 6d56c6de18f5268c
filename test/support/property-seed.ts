import fc from 'fast-check';

/*
 * Properties try the same values in every run, so that a run says of a commit what the previous run said of it. `PROPERTY_SEED=7` tries others,
 * `PROPERTY_SEED=random` others in each run.
 */
const seed = process.env['PROPERTY_SEED'] ?? '1';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
