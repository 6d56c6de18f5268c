/** Fields that are made of their names: the type system sees each by its kind only. */
export function fieldsNamed<Name extends string, Field>(names: readonly Name[], make: (name: Name) => Field): Record<Name, Field> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Field>;
}
