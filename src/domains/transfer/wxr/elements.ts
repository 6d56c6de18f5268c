import { type XmlElement, listChildren, getText, getTrimmedText } from './element.ts';
import type { WxrAuthor, WxrComment, WxrItem, WxrMeta, WxrRecord, WxrTerm, WxrTermRef } from './records.ts';

function readMeta(element: XmlElement, name: string): WxrMeta[] {
  return listChildren(element, 'wp', name).map((meta) => ({
    key: getTrimmedText(meta, 'wp', 'meta_key'),
    value: getText(meta, 'wp', 'meta_value'),
  }));
}

function readAuthor(element: XmlElement): WxrAuthor {
  const getField = (name: string) => getTrimmedText(element, 'wp', name);
  return {
    kind: 'author',
    line: element.line,
    id: getField('author_id'),
    login: getField('author_login'),
    email: getField('author_email'),
    displayName: getField('author_display_name'),
    firstName: getField('author_first_name'),
    lastName: getField('author_last_name'),
  };
}

/** Names of the elements with the fields of a term. They depend on the element that contains the term. */
interface TermNames {
  taxonomy?: string;
  slug: string;
  parent: string;
  name: string;
  description: string;
}

const termNames: Readonly<Record<string, TermNames>> = {
  category: {
    taxonomy: 'category',
    slug: 'category_nicename',
    parent: 'category_parent',
    name: 'cat_name',
    description: 'category_description',
  },
  tag: { taxonomy: 'post_tag', slug: 'tag_slug', parent: 'tag_parent', name: 'tag_name', description: 'tag_description' },
  term: { slug: 'term_slug', parent: 'term_parent', name: 'term_name', description: 'term_description' },
};

function readTerm(element: XmlElement, names: TermNames): WxrTerm {
  const getField = (name: string) => getTrimmedText(element, 'wp', name);
  return {
    kind: 'term',
    line: element.line,
    id: getField('term_id'),
    taxonomy: names.taxonomy ?? getField('term_taxonomy'),
    slug: getField(names.slug),
    parent: getField(names.parent),
    name: getField(names.name),
    description: getText(element, 'wp', names.description),
    meta: readMeta(element, 'termmeta'),
  };
}

function readComment(element: XmlElement): WxrComment {
  const getField = (name: string) => getTrimmedText(element, 'wp', `comment_${name}`);
  return {
    line: element.line,
    id: getField('id'),
    author: getField('author'),
    email: getField('author_email'),
    url: getField('author_url'),
    ip: getField('author_IP'),
    date: getField('date'),
    dateUtc: getField('date_gmt'),
    content: getText(element, 'wp', 'comment_content'),
    approved: getField('approved'),
    type: getField('type'),
    parent: getField('parent'),
    userId: getField('user_id'),
    meta: readMeta(element, 'commentmeta'),
  };
}

/** Maps the names of taxonomies in WXR 1.0 to their current names. */
const taxonomyNamesOfWxr10: Readonly<Record<string, string>> = { tag: 'post_tag' };

/** Returns a list with the term of a `<category>` of an item. The list is empty for an element without a domain, which is only for feed readers. */
function readTermRef(element: XmlElement): WxrTermRef[] {
  const { domain, nicename = '' } = element.attributes;
  const name = element.text.trim();
  return domain === undefined || domain === '' || (nicename === '' && name === '')
    ? []
    : [{ taxonomy: (Object.hasOwn(taxonomyNamesOfWxr10, domain) && taxonomyNamesOfWxr10[domain]) || domain, slug: nicename.trim(), name }];
}

/** Returns the terms of an item. WXR 1.0 contains each term twice, first without the slug; returns only the second one. */
function readTermRefs(element: XmlElement): WxrTermRef[] {
  const refs = listChildren(element, 'plain', 'category').flatMap(readTermRef);
  const complete = new Set(refs.flatMap(({ taxonomy, slug, name }) => (slug === '' ? [] : [`${taxonomy} ${name}`])));
  return refs.filter(({ taxonomy, slug, name }) => slug !== '' || !complete.has(`${taxonomy} ${name}`));
}

function readItem(element: XmlElement): WxrItem {
  const getField = (name: string) => getTrimmedText(element, 'wp', name);
  return {
    kind: 'item',
    line: element.line,
    id: getField('post_id'),
    type: getField('post_type'),
    title: getText(element, 'plain', 'title'),
    creator: getTrimmedText(element, 'dc', 'creator'),
    guid: getTrimmedText(element, 'plain', 'guid'),
    pubDate: getTrimmedText(element, 'plain', 'pubDate'),
    content: getText(element, 'content', 'encoded'),
    excerpt: getText(element, 'excerpt', 'encoded'),
    date: getField('post_date'),
    dateUtc: getField('post_date_gmt'),
    modified: getField('post_modified'),
    modifiedUtc: getField('post_modified_gmt'),
    commentStatus: getField('comment_status'),
    pingStatus: getField('ping_status'),
    slug: getField('post_name'),
    status: getField('status'),
    parent: getField('post_parent'),
    menuOrder: getField('menu_order'),
    password: getText(element, 'wp', 'post_password'),
    sticky: getField('is_sticky') === '1',
    attachmentUrl: getField('attachment_url'),
    terms: readTermRefs(element),
    meta: readMeta(element, 'postmeta'),
    comments: listChildren(element, 'wp', 'comment').map(readComment),
  };
}

/** Converts a child of the channel to a record; null for elements that only describe the feed or have other namespaces. */
export function readRecord(element: XmlElement): WxrRecord | null {
  if (element.namespace === 'plain') return element.name === 'item' ? readItem(element) : null;
  if (element.namespace !== 'wp') return null;
  if (element.name === 'author') return readAuthor(element);
  const names = Object.hasOwn(termNames, element.name) ? termNames[element.name] : undefined;
  return names ? readTerm(element, names) : null;
}
