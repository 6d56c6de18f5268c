/** Memoizes a pure function for its last argument. Arguments are compared by identity. */
export function memoizeLast<From, Value>(derive: (from: From) => Value): (from: From) => Value {
  let last: { from: From; value: Value } | undefined;
  return (from) => (last?.from === from ? last : (last = { from, value: derive(from) })).value;
}
