/** Returns a function that creates a value at its first call and returns the same value afterwards. */
export function once<Value>(create: () => Value): () => Value {
  let cached: { value: Value } | undefined;
  return () => (cached ??= { value: create() }).value;
}
