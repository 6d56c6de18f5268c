/** GraphQL type of each kind of content; a domain that adds a kind adds its type. */
const typeNames = new Map<string, string>([
  ['post', 'Post'],
  ['page', 'Page'],
  ['attachment', 'MediaItem'],
]);

/** Says which object type shows content of a kind. */
export function nameContentType(kind: string, typeName: string): void {
  typeNames.set(kind, typeName);
}

/** The object type of a kind. Throws for a kind without one: a fault of the wiring. */
export function contentTypeName(kind: string): string {
  const name = typeNames.get(kind);
  if (!name) throw new Error(`No GraphQL type shows content of kind "${kind}".`);
  return name;
}
