import { type Element, childrenOf, textOf, wordOf } from './element.ts';
import type { WxrAuthor, WxrComment, WxrItem, WxrMeta, WxrRecord, WxrTerm, WxrTermRef } from './records.ts';

function metaOf(element: Element, name: string): WxrMeta[] {
  return childrenOf(element, 'wp', name).map((meta) => ({ key: wordOf(meta, 'wp', 'meta_key'), value: textOf(meta, 'wp', 'meta_value') }));
}

function authorOf(element: Element): WxrAuthor {
  const word = (name: string) => wordOf(element, 'wp', name);
  return {
    kind: 'author',
    line: element.line,
    id: word('author_id'),
    login: word('author_login'),
    email: word('author_email'),
    displayName: word('author_display_name'),
    firstName: word('author_first_name'),
    lastName: word('author_last_name'),
  };
}

/** Field names of a term, which depend on the element that contains it. */
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

function termOf(element: Element, names: TermNames): WxrTerm {
  const word = (name: string) => wordOf(element, 'wp', name);
  return {
    kind: 'term',
    line: element.line,
    id: word('term_id'),
    taxonomy: names.taxonomy ?? word('term_taxonomy'),
    slug: word(names.slug),
    parent: word(names.parent),
    name: word(names.name),
    description: textOf(element, 'wp', names.description),
    meta: metaOf(element, 'termmeta'),
  };
}

function commentOf(element: Element): WxrComment {
  const word = (name: string) => wordOf(element, 'wp', `comment_${name}`);
  return {
    line: element.line,
    id: word('id'),
    author: word('author'),
    email: word('author_email'),
    url: word('author_url'),
    ip: word('author_IP'),
    date: word('date'),
    dateUtc: word('date_gmt'),
    content: textOf(element, 'wp', 'comment_content'),
    approved: word('approved'),
    type: word('type'),
    parent: word('parent'),
    userId: word('user_id'),
    meta: metaOf(element, 'commentmeta'),
  };
}

/** Taxonomy names in older exports (WXR 1.0). */
const olderNames: Readonly<Record<string, string>> = { tag: 'post_tag' };

/** Reads the terms of an item. Categories without a domain are only for feed readers and are ignored. */
function termRefOf(element: Element): WxrTermRef[] {
  const { domain, nicename = '' } = element.attributes;
  const name = element.text.trim();
  return domain === undefined || domain === '' || (nicename === '' && name === '')
    ? []
    : [{ taxonomy: (Object.hasOwn(olderNames, domain) && olderNames[domain]) || domain, slug: nicename.trim(), name }];
}

/** Returns the terms of an item. WXR 1.0 writes each twice, first without its slug. */
function termRefsOf(element: Element): WxrTermRef[] {
  const refs = childrenOf(element, 'plain', 'category').flatMap(termRefOf);
  const complete = new Set(refs.flatMap(({ taxonomy, slug, name }) => (slug === '' ? [] : [`${taxonomy} ${name}`])));
  return refs.filter(({ taxonomy, slug, name }) => slug !== '' || !complete.has(`${taxonomy} ${name}`));
}

function itemOf(element: Element): WxrItem {
  const word = (name: string) => wordOf(element, 'wp', name);
  return {
    kind: 'item',
    line: element.line,
    id: word('post_id'),
    type: word('post_type'),
    title: textOf(element, 'plain', 'title'),
    creator: wordOf(element, 'dc', 'creator'),
    guid: wordOf(element, 'plain', 'guid'),
    pubDate: wordOf(element, 'plain', 'pubDate'),
    content: textOf(element, 'content', 'encoded'),
    excerpt: textOf(element, 'excerpt', 'encoded'),
    date: word('post_date'),
    dateUtc: word('post_date_gmt'),
    modified: word('post_modified'),
    modifiedUtc: word('post_modified_gmt'),
    commentStatus: word('comment_status'),
    pingStatus: word('ping_status'),
    slug: word('post_name'),
    status: word('status'),
    parent: word('post_parent'),
    menuOrder: word('menu_order'),
    password: textOf(element, 'wp', 'post_password'),
    sticky: word('is_sticky') === '1',
    attachmentUrl: word('attachment_url'),
    terms: termRefsOf(element),
    meta: metaOf(element, 'postmeta'),
    comments: childrenOf(element, 'wp', 'comment').map(commentOf),
  };
}

/** Converts a child of the channel to a record; null for elements that only describe the feed or have other namespaces. */
export function recordOf(element: Element): WxrRecord | null {
  if (element.space === 'plain') return element.name === 'item' ? itemOf(element) : null;
  if (element.space !== 'wp') return null;
  if (element.name === 'author') return authorOf(element);
  const names = Object.hasOwn(termNames, element.name) ? termNames[element.name] : undefined;
  return names ? termOf(element, names) : null;
}
