/** Namespaces whose rows take more than made-up input, and whose examples need what the tests' sites do not hold: inputs for them are still to be written. */
export const inputsToWrite = ['site-analytics/v1'];
