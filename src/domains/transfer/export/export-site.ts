import type { Tx } from '#app/core/db/database.ts';
import { siteDescription, siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { type ItemKind, findItemKindOfContent } from '../item-kinds.ts';
import '../kinds/attachments.ts';
import '../kinds/events.ts';
import '../kinds/linked.ts';
import '../kinds/posts.ts';
import { exportNamespaceUris, WXR_VERSION } from '../wxr/names.ts';
import { type XmlWriter, createXmlWriter } from '../wxr/write-xml.ts';
import { type AuthorRow, type ExportedContent, findExportedKinds, readAuthors, readContents, readTerms, type TermRow } from './rows.ts';
import { countMeta, type KindParts, writeItem, writeMeta } from './write-item.ts';

/** Counts of exported data by kind, updated during the export. */
export interface ExportCounts {
  authors: number;
  terms: number;
  /** Numbers of items by `wp:post_type`. */
  items: Record<string, number>;
  meta: number;
  comments: number;
  /** Numbers of content items that were left out, by their kind: exports do not support these kinds. */
  leftOut: ReadonlyMap<string, number>;
  /** Number of characters that were dropped because XML cannot contain them. */
  droppedCharacters: number;
}

/** Creates empty counts. */
export function createCounts(): ExportCounts {
  return { authors: 0, terms: 0, items: {}, meta: 0, comments: 0, leftOut: new Map(), droppedCharacters: 0 };
}

const fileHead = `<?xml version="1.0" encoding="UTF-8" ?>
<!-- An export of this site's posts, pages, events, venues, organizers, media items, comments, categories and tags in the WordPress eXtended RSS format.
     Another Marquee reads it with "npm run import", other sites with their importer for this format.
     It is not a backup: it contains no passwords of accounts, no files of media items and no settings. -->
<rss version="2.0"
\txmlns:excerpt="${exportNamespaceUris.excerpt}"
\txmlns:content="${exportNamespaceUris.content}"
\txmlns:dc="${exportNamespaceUris.dc}"
\txmlns:wp="${exportNamespaceUris.wp}"
>
`;

async function writeChannelHead(site: Site, tx: Tx, { text }: XmlWriter): Promise<string> {
  const { _max: latest } = await tx.content.aggregate({ _max: { modifiedUtc: true } });
  const { siteUrl } = site.config;
  return [
    '<channel>',
    `\t<title>${text(site.settings.get(siteName))}</title>`,
    `\t<link>${text(siteUrl)}</link>`,
    `\t<description>${text(site.settings.get(siteDescription))}</description>`,
    `\t<pubDate>${latest.modifiedUtc?.toUTCString().replace('GMT', '+0000') ?? ''}</pubDate>`,
    '\t<language>en-US</language>',
    `\t<wp:wxr_version>${WXR_VERSION}</wp:wxr_version>`,
    `\t<wp:base_site_url>${text(siteUrl)}</wp:base_site_url>`,
    `\t<wp:base_blog_url>${text(siteUrl)}</wp:base_blog_url>`,
    '',
  ].join('\n');
}

function writeAuthor({ cdata }: XmlWriter, author: AuthorRow): string {
  const writeField = (name: string, value: string) => `<wp:author_${name}>${value}</wp:author_${name}>`;
  const fields = [
    writeField('id', String(author.id)),
    writeField('login', cdata(author.login)),
    writeField('email', cdata(author.email)),
    writeField('display_name', cdata(author.displayName)),
    writeField('first_name', cdata(author.firstName)),
    writeField('last_name', cdata(author.lastName)),
  ];
  return `\t<wp:author>${fields.join('')}</wp:author>\n`;
}

/** Names of the elements for a term and its values. Categories and tags have their own elements; other taxonomies share one. */
const termFields: Readonly<
  Record<string, readonly [element: string, slug: string, parent: string | null, name: string, description: string]>
> = {
  category: ['category', 'category_nicename', 'category_parent', 'cat_name', 'category_description'],
  post_tag: ['tag', 'tag_slug', null, 'tag_name', 'tag_description'],
};

function writeTerm(xml: XmlWriter, taxonomyInFile: string, term: TermRow): string {
  const { cdata } = xml;
  const [element, slug, parent, name, description] = termFields[taxonomyInFile] ?? [
    'term',
    'term_slug',
    'term_parent',
    'term_name',
    'term_description',
  ];
  const writeField = (tag: string | null, value: string) => (tag === null ? '' : `<wp:${tag}>${value}</wp:${tag}>`);
  const fields = [
    writeField('term_id', String(term.id)),
    element === 'term' ? writeField('term_taxonomy', cdata(taxonomyInFile)) : '',
    writeField(slug, cdata(term.slug)),
    writeField(parent, cdata(term.parentSlug)),
    writeField(name, cdata(term.name)),
    writeField(description, cdata(term.description)),
    ...term.meta.map((meta) => writeMeta(xml, 'termmeta', meta, '')),
  ];
  return `\t<wp:${element}>${fields.join('')}</wp:${element}>\n`;
}

async function collectParts(site: Site, tx: Tx, items: readonly ExportedContent[]): Promise<Map<number, KindParts>> {
  const parts = new Map<number, KindParts>();
  for (const [kind, itemsOfKind] of Map.groupBy(items, ({ record }) => record.kind)) {
    const exported = await findItemKindOfContent(kind)?.exportParts?.(
      site,
      tx,
      itemsOfKind.map(({ record }) => record.id),
    );
    for (const [id, part] of exported ?? []) parts.set(id, part);
  }
  return parts;
}

/**
 * Yields the site as a WordPress eXtended RSS file (1.2) in pieces: all posts, pages, media items, events, venues and organizers with any status,
 * and their authors, terms, comments and meta, including imported meta. The same site always gives the same file. Updates `counts` while it runs.
 */
export async function* exportSite(
  site: Site,
  tx: Tx,
  counts: ExportCounts,
  onProgress: (itemsDone: number, itemsTotal: number) => void = () => undefined,
): AsyncGenerator<string> {
  const xml = createXmlWriter();
  const { kinds, leftOut, total } = await findExportedKinds(tx);
  counts.leftOut = leftOut;
  yield fileHead + (await writeChannelHead(site, tx, xml));
  for (const author of await readAuthors(tx, kinds)) {
    counts.authors += 1;
    yield writeAuthor(xml, author);
  }
  for await (const { taxonomyInFile, term } of readTerms(tx)) {
    counts.terms += 1;
    counts.meta += term.meta.length;
    yield writeTerm(xml, taxonomyInFile, term);
  }
  yield '\t<generator>Marquee</generator>\n';
  let itemsDone = 0;
  for await (const batch of readContents(tx, kinds)) {
    const parts = await collectParts(site, tx, batch);
    for (const content of batch) {
      const kind = findItemKindOfContent(content.record.kind) as ItemKind;
      const part = parts.get(content.record.id) ?? { meta: [] };
      counts.items[kind.postType] = (counts.items[kind.postType] ?? 0) + 1;
      counts.meta += countMeta(content, part) + content.comments.reduce((sum, { meta }) => sum + meta.length, 0);
      counts.comments += content.comments.length;
      yield writeItem(site, xml, kind, content, part);
    }
    itemsDone += batch.length;
    onProgress(itemsDone, total);
  }
  counts.droppedCharacters = xml.droppedCharacters();
  yield '</channel>\n</rss>\n';
}
