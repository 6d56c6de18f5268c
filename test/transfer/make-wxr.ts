import { exportNamespaceUris } from '../../src/domains/transfer/wxr/names.ts';

/** Content of an item. Texts are escaped. */
export interface ItemFields {
  title?: string;
  content?: string;
  excerpt?: string;
  creator?: string;
  guid?: string;
  /** Fields `wp:<name>`, by name. */
  wp?: Readonly<Record<string, string | number>>;
  terms?: readonly [domain: string, nicename: string, name: string][];
  meta?: readonly [key: string, value: string][];
  comments?: readonly Readonly<Record<string, string | number>>[];
  /** Additional XML of the item, inserted unchanged. */
  raw?: string;
}

export const formatCdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
const formatFields = (values: Readonly<Record<string, string | number>>, prefix: string) =>
  Object.entries(values)
    .map(([name, value]) => `<wp:${prefix}${name}>${formatCdata(String(value))}</wp:${prefix}${name}>`)
    .join('\n');

/** Returns an `<item>`, by default a published post. */
export function createWxrItem(item: ItemFields): string {
  const wp = { post_type: 'post', status: 'publish', ...item.wp };
  return `<item>
<title>${formatCdata(item.title ?? '')}</title>
<dc:creator>${formatCdata(item.creator ?? '')}</dc:creator>
<guid isPermaLink="false">${formatCdata(item.guid ?? '')}</guid>
<content:encoded>${formatCdata(item.content ?? '')}</content:encoded>
<excerpt:encoded>${formatCdata(item.excerpt ?? '')}</excerpt:encoded>
${formatFields(wp, '')}
${(item.terms ?? []).map(([domain, nicename, name]) => `<category domain="${domain}" nicename="${nicename}">${formatCdata(name)}</category>`).join('\n')}
${(item.meta ?? []).map(([key, value]) => `<wp:postmeta><wp:meta_key>${formatCdata(key)}</wp:meta_key><wp:meta_value>${formatCdata(value)}</wp:meta_value></wp:postmeta>`).join('\n')}
${(item.comments ?? []).map((comment) => `<wp:comment>${formatFields(comment, 'comment_')}</wp:comment>`).join('\n')}
${item.raw ?? ''}
</item>
`;
}

export const wxrHead = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" ${Object.entries(exportNamespaceUris)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')}>
<channel>
<title>Elsewhere</title>
<link>https://elsewhere.example</link>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>https://elsewhere.example</wp:base_blog_url>
`;
export const wxrTail = '</channel>\n</rss>\n';

/** Returns a whole export with the given parts. */
export function createWxrFile(...parts: string[]): string {
  return wxrHead + parts.join('') + wxrTail;
}

/** Returns an author of the other site. */
export function createWxrAuthor(id: number, login: string, email = `${login}@elsewhere.example`, displayName = login): string {
  return `<wp:author><wp:author_id>${id}</wp:author_id><wp:author_login>${formatCdata(login)}</wp:author_login><wp:author_email>${formatCdata(email)}</wp:author_email><wp:author_display_name>${formatCdata(displayName)}</wp:author_display_name></wp:author>\n`;
}

/** Returns a category of the other site. */
export function createWxrCategory(slug: string, name = slug, parent = '', description = ''): string {
  return `<wp:category><wp:category_nicename>${formatCdata(slug)}</wp:category_nicename><wp:category_parent>${formatCdata(parent)}</wp:category_parent><wp:cat_name>${formatCdata(name)}</wp:cat_name><wp:category_description>${formatCdata(description)}</wp:category_description></wp:category>\n`;
}
