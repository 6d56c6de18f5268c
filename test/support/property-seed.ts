import fc from 'fast-check';

/*
 * Properties are tried with other values in every run, so that some day one of them is the value that nobody thought of. CI alone always tries the
 * same: it is to say of a commit what it said of it before. `PROPERTY_SEED` gives it others.
 */
if (process.env['CI']) fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });
