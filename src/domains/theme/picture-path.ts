/** Version of the drawings. Increase it if they change, because browsers cache each URL for a year. */
const VERSION = 1;

/** Returns the path of a step's drawing. */
export const getPicturePath = (step: string): string => `/assets/step-${VERSION}-${step}.svg`;
