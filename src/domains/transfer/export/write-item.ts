import { metaKeys } from '../../content/meta.registry.ts';
import type { ContentRecord } from '../../content/record.ts';
import { buildPermalink } from '../../content/permalinks.ts';
import type { Site } from '#app/site.ts';
import { fileTaxonomies, type ItemKind } from '../item-kinds.ts';
import { writePhpMap } from '../php-values.ts';
import type { WxrMeta } from '../wxr/records.ts';
import type { XmlWriter } from '../wxr/write-xml.ts';
import type { CommentRow, ExportedContent } from './rows.ts';

const EMPTY_DATE = '0000-00-00 00:00:00';
const formatSqlTime = (wall: string | null) => (wall === null ? EMPTY_DATE : wall.replace('T', ' ').slice(0, 19));
const formatFeedTime = (utc: string | null) => (utc === null ? '' : new Date(`${utc}Z`).toUTCString().replace('GMT', '+0000'));

const approvalByStatus: Readonly<Record<string, string>> = { approved: '1', hold: '0' };

/** Returns registered meta as strings: booleans as `1` or `0`, maps as serialized PHP. */
function buildRegisteredMeta(stored: Readonly<Record<string, unknown>>): WxrMeta[] {
  return metaKeys.flatMap(({ key, type }) => {
    if (!Object.hasOwn(stored, key)) return [];
    const value = stored[key];
    return [{ key, value: type === 'object' ? writePhpMap(value) : type === 'boolean' ? (value === true ? '1' : '0') : String(value) }];
  });
}

/** Returns meta for the database columns that export files represent as meta. */
function buildColumnMeta({ record, trashedAt }: ExportedContent): WxrMeta[] {
  const meta: WxrMeta[] = [];
  if (record.template !== '') meta.push({ key: '_wp_page_template', value: record.template });
  if (record.featuredMediaId !== null) meta.push({ key: '_thumbnail_id', value: String(record.featuredMediaId) });
  if (record.status !== 'trash') return meta;
  if (record.trashedFrom !== null) meta.push({ key: '_wp_trash_meta_status', value: record.trashedFrom });
  if (trashedAt !== null) meta.push({ key: '_wp_trash_meta_time', value: String(Math.floor(trashedAt.getTime() / 1000)) });
  if (record.desiredSlug !== '') meta.push({ key: '_wp_desired_post_slug', value: record.desiredSlug });
  return meta;
}

const toTitleCase = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Returns the term elements, sorted by taxonomy and slug: the order must not depend on IDs, which differ between sites. */
function listTermLines({ cdata, attribute }: XmlWriter, { terms }: ContentRecord): string[] {
  const indexed = terms.map(({ taxonomy, slug, name }) => ({
    taxonomyIndex: fileTaxonomies.findIndex(({ storedName }) => storedName === taxonomy),
    slug,
    name,
  }));
  const sorted = indexed
    .filter(({ taxonomyIndex }) => taxonomyIndex !== -1)
    .sort((a, b) => a.taxonomyIndex - b.taxonomyIndex || (a.slug < b.slug ? -1 : 1));
  return sorted.map(({ taxonomyIndex, slug, name }) => {
    const domain = attribute(fileTaxonomies[taxonomyIndex]?.nameInFile ?? '');
    return `\t\t<category domain="${domain}" nicename="${attribute(slug)}">${cdata(name)}</category>`;
  });
}

/** Data that the kind of an item adds to it. */
export interface KindParts {
  meta: WxrMeta[];
  attachmentUrl?: string;
}

/** Returns the `<item>` element of a content item with its terms, meta and comments. */
export function writeItem(site: Site, xml: XmlWriter, kind: ItemKind, content: ExportedContent, parts: KindParts): string {
  const { record } = content;
  const { cdata, trimmed, text, attribute } = xml;
  const status = kind.postType === 'attachment' && record.status === 'publish' ? 'inherit' : record.status;
  const lines = [
    '\t<item>',
    `\t\t<title>${trimmed(record.title)}</title>`,
    `\t\t<link>${text(buildPermalink(site, record))}</link>`,
    `\t\t<pubDate>${formatFeedTime(record.dateUtc)}</pubDate>`,
    `\t\t<dc:creator>${cdata(content.author)}</dc:creator>`,
    `\t\t<guid isPermaLink="false">${text(record.guid)}</guid>`,
    '\t\t<description></description>',
    `\t\t<content:encoded>${cdata(record.content)}</content:encoded>`,
    `\t\t<excerpt:encoded>${cdata(record.excerpt)}</excerpt:encoded>`,
    `\t\t<wp:post_id>${record.id}</wp:post_id>`,
    `\t\t<wp:post_date>${cdata(formatSqlTime(record.dateLocal))}</wp:post_date>`,
    `\t\t<wp:post_date_gmt>${cdata(formatSqlTime(record.dateUtc))}</wp:post_date_gmt>`,
    `\t\t<wp:post_modified>${cdata(formatSqlTime(record.modifiedLocal))}</wp:post_modified>`,
    `\t\t<wp:post_modified_gmt>${cdata(formatSqlTime(record.modifiedUtc))}</wp:post_modified_gmt>`,
    `\t\t<wp:comment_status>${cdata(record.commentStatus)}</wp:comment_status>`,
    `\t\t<wp:ping_status>${cdata(record.pingStatus)}</wp:ping_status>`,
    `\t\t<wp:post_name>${cdata(record.slug)}</wp:post_name>`,
    `\t\t<wp:status>${cdata(status)}</wp:status>`,
    `\t\t<wp:post_parent>${record.parentId ?? 0}</wp:post_parent>`,
    `\t\t<wp:menu_order>${record.menuOrder}</wp:menu_order>`,
    `\t\t<wp:post_type>${cdata(kind.postType)}</wp:post_type>`,
    `\t\t<wp:post_password>${cdata(record.password)}</wp:post_password>`,
    `\t\t<wp:is_sticky>${record.sticky ? 1 : 0}</wp:is_sticky>`,
    ...(parts.attachmentUrl === undefined ? [] : [`\t\t<wp:attachment_url>${cdata(parts.attachmentUrl)}</wp:attachment_url>`]),
    ...listTermLines(xml, record),
    ...(record.format === 'standard'
      ? []
      : [
          `\t\t<category domain="post_format" nicename="post-format-${attribute(record.format)}">${cdata(toTitleCase(record.format))}</category>`,
        ]),
    ...buildMeta(content, parts).map((meta) => writeMeta(xml, 'postmeta', meta, '\t\t')),
    ...content.comments.map((comment) => writeComment(xml, comment)),
    '\t</item>',
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns all meta of an item in the order in which an import restores it. */
function buildMeta(content: ExportedContent, parts: KindParts): WxrMeta[] {
  return [...buildRegisteredMeta(content.record.meta), ...buildColumnMeta(content), ...parts.meta, ...content.meta];
}

/** Returns the number of meta values of an item. */
export function countMeta(content: ExportedContent, parts: KindParts): number {
  return buildMeta(content, parts).length;
}

/** Returns the element of one meta value, indented. */
export function writeMeta(
  { cdata }: XmlWriter,
  element: 'postmeta' | 'commentmeta' | 'termmeta',
  { key, value }: WxrMeta,
  indent: string,
): string {
  return `${indent}<wp:${element}><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:${element}>`;
}

function writeComment(xml: XmlWriter, comment: CommentRow): string {
  const { cdata, trimmed } = xml;
  const writeField = (name: string, value: string) => `\t\t\t<wp:comment_${name}>${value}</wp:comment_${name}>`;
  return [
    '\t\t<wp:comment>',
    writeField('id', String(comment.id)),
    writeField('author', trimmed(comment.author)),
    writeField('author_email', cdata(comment.email)),
    writeField('author_url', cdata(comment.url)),
    writeField('author_IP', cdata(comment.ip)),
    writeField('date', cdata(formatSqlTime(comment.local))),
    writeField('date_gmt', cdata(formatSqlTime(comment.utc))),
    writeField('content', trimmed(comment.content)),
    writeField('approved', cdata(approvalByStatus[comment.status] ?? comment.status)),
    writeField('type', cdata(comment.type)),
    writeField('parent', String(comment.parentId)),
    writeField('user_id', String(comment.userId)),
    ...comment.meta.map((meta) => writeMeta(xml, 'commentmeta', meta, '\t\t\t')),
    '\t\t</wp:comment>',
  ].join('\n');
}
