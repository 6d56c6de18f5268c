/** Namespaces of an export. `plain` means no namespace, `foreign` any other namespace. The prefixes of namespaces differ between files. */
export type XmlNamespace = 'plain' | 'wp' | 'excerpt' | 'content' | 'dc' | 'foreign';

const EXPORT_NAMESPACE = /^https?:\/\/(?:www\.)?wordpress\.org\/export\/1\.\d+\/(excerpt\/)?$/;
const namespaceByUri = new Map<string, XmlNamespace>([
  ['', 'plain'],
  ['http://purl.org/rss/1.0/modules/content/', 'content'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
]);

/** Returns the namespace of a URI; `foreign` if no export format declares it. */
export function getNamespace(uri: string): XmlNamespace {
  const namespace = namespaceByUri.get(uri);
  if (namespace) return namespace;
  const match = EXPORT_NAMESPACE.exec(uri);
  return match ? (match[1] === undefined ? 'wp' : 'excerpt') : 'foreign';
}

/** URIs of the XML namespaces that exports of this site declare, by prefix. */
export const exportNamespaceUris = {
  excerpt: 'http://wordpress.org/export/1.2/excerpt/',
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
  wp: 'http://wordpress.org/export/1.2/',
} as const;

/** Format version of exports of this site. */
export const WXR_VERSION = '1.2';
