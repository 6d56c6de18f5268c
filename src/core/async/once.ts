/** Returns a function that creates a value at its first call and returns the same value afterwards. */
export function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}
