/** Version of the drawings: browsers keep each address for a year. */
const VERSION = 1;

/** Path of the drawing of a step. */
export const picturePath = (step: string): string => `/assets/step-${VERSION}-${step}.svg`;
