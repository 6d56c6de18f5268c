/** GraphQL type of each kind of content. Domains register the types of their own kinds. */
const typeNames = new Map<string, string>([
  ['post', 'Post'],
  ['page', 'Page'],
  ['attachment', 'MediaItem'],
]);

/** Registers the object type of a kind of content. */
export function registerContentType(kind: string, typeName: string): void {
  typeNames.set(kind, typeName);
}

/** Returns the object type of a kind. Throws if none is registered, which is a programming error. */
export function getContentTypeName(kind: string): string {
  const name = typeNames.get(kind);
  if (!name) throw new Error(`No GraphQL type shows content of kind "${kind}".`);
  return name;
}
