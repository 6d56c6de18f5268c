/** One key of meta with its value, as the file writes it. */
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
  /** Name of the taxonomy on the other site: `category`, `post_tag`, `tribe_events_cat`, … */
  taxonomy: string;
  slug: string;
  /** Slug of the parent, empty for none. */
  parent: string;
  name: string;
  description: string;
  meta: WxrMeta[];
}

/** A comment of an export, as it is written there. */
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
  /** Id of the comment it returns, `0` for none. */
  parent: string;
  userId: string;
  meta: WxrMeta[];
}

/** A term that an item carries. */
export interface WxrTermRef {
  taxonomy: string;
  slug: string;
  name: string;
}

/** A post, a page, an attachment or anything else that has a type. Texts are as in the file; absent ones are empty. */
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
  /** On the clocks of the other site. */
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

/** What is imported one after the other. */
export type WxrRecord = WxrAuthor | WxrTerm | WxrItem;

/** What the file says of the whole site; filled while it is read. */
export interface WxrChannel {
  title: string;
  link: string;
  version: string;
  /** Address of the other site. */
  baseUrl: string;
}
