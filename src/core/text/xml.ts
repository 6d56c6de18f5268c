/** Characters that XML 1.0 cannot contain, not even as references. */
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Removes characters that XML cannot contain. */
export const removeNonXml = (text: string) => text.toWellFormed().replace(NOT_XML, '');

/**
 * Creates an XML document. Properties become elements, arrays become repeated elements, and properties with a name such as `@name` become attributes.
 * Strings are escaped.
 */
export async function createXmlDocument(root: Readonly<Record<string, unknown>>): Promise<string> {
  const { XMLBuilder } = await import('fast-xml-parser');
  const builder = new XMLBuilder({
    format: true,
    suppressEmptyNode: true,
    processEntities: true,
    ignoreAttributes: false,
    attributeNamePrefix: '@',
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${String(builder.build(root))}`;
}
