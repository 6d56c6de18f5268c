/** Creates a field for each name. */
export function createFields<Name extends string, Field>(names: readonly Name[], create: (name: Name) => Field): Record<Name, Field> {
  return Object.fromEntries(names.map((name) => [name, create(name)])) as Record<Name, Field>;
}

/** Creates enum values with descriptions. Their names are the stored words in capitals: `legitimate-interest` → `LEGITIMATE_INTEREST`. */
export function createEnumValues<Value extends string>(descriptions: Readonly<Record<Value, string>>) {
  return Object.fromEntries(
    (Object.entries(descriptions) as [Value, string][]).map(([value, description]) => [
      value
        .replaceAll('-', '_')
        .replace(/([a-z])([A-Z])/g, '$1_$2')
        .toUpperCase(),
      { value, description },
    ]),
  ) as Record<string, { value: Value; description: string }>;
}
