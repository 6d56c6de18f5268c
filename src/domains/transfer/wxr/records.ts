/** A meta key with its raw value. */
export interface WxrMeta {
  key: string;
  value: string;
}

/** An author of the other site. */
export interface WxrAuthor {
  kind: 'author';
  line: number;
  id: string;
  login: string;
  email: string;
  displayName: string;
  firstName: string;
  lastName: string;
}

/** A category, a tag or a term of another taxonomy. */
export interface WxrTerm {
  kind: 'term';
  line: number;
  id: string;
  /** Taxonomy name on the other site: `category`, `post_tag`, `tribe_events_cat`, … */
  taxonomy: string;
  slug: string;
  /** Slug of the parent; empty without one. */
  parent: string;
  name: string;
  description: string;
  meta: WxrMeta[];
}

/** A comment of an export with raw values. */
export interface WxrComment {
  line: number;
  id: string;
  author: string;
  email: string;
  url: string;
  ip: string;
  date: string;
  dateUtc: string;
  content: string;
  /** `1`, `0`, `spam`, `trash`, … */
  approved: string;
  /** Empty, `comment`, `pingback`, `trackback`, … */
  type: string;
  /** ID of the comment to which it replies; `0` for none. */
  parent: string;
  userId: string;
  meta: WxrMeta[];
}

/** A term of an item. */
export interface WxrTermRef {
  taxonomy: string;
  slug: string;
  name: string;
}

/** A post, a page, an attachment or an item of another type. Values are raw; missing values are empty. */
export interface WxrItem {
  kind: 'item';
  line: number;
  id: string;
  type: string;
  title: string;
  creator: string;
  guid: string;
  /** Publication date of the feed (RFC 822). */
  pubDate: string;
  content: string;
  excerpt: string;
  /** Local time of the other site. */
  date: string;
  dateUtc: string;
  modified: string;
  modifiedUtc: string;
  commentStatus: string;
  pingStatus: string;
  slug: string;
  status: string;
  parent: string;
  menuOrder: string;
  password: string;
  sticky: boolean;
  attachmentUrl: string;
  terms: WxrTermRef[];
  meta: WxrMeta[];
  comments: WxrComment[];
}

/** A record of an export. */
export type WxrRecord = WxrAuthor | WxrTerm | WxrItem;

/** Data of the whole site. */
export interface WxrChannel {
  title: string;
  link: string;
  version: string;
  /** URL of the other site. */
  baseUrl: string;
}
