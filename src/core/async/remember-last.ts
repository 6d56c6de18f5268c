/** Derives values from others, which never change themselves: once from the one that came last. */
export function rememberLast<From, Value>(derive: (from: From) => Value): (from: From) => Value {
  let last: { from: From; value: Value } | undefined;
  return (from) => (last?.from === from ? last : (last = { from, value: derive(from) })).value;
}
