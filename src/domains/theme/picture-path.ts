/** Version of the drawings, because browsers cache each address for a year. */
const VERSION = 1;

/** Returns the path of a step's drawing. */
export const getPicturePath = (step: string): string => `/assets/step-${VERSION}-${step}.svg`;
