import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Html } from '../text/html.ts';
import type { Say } from '../language/say.ts';
import type { Job } from '../jobs/job.ts';
import type { QueuedWork } from '../jobs/queued-work.ts';
import type { Measure } from './measure.ts';
import type { Composer } from '../mail/composer.ts';
import type { PersonalData } from '../personal-data/declaration.ts';
import type { DeclaredSetting, Setting } from '../settings/setting.ts';
import type { ShortcodeExpander } from '../shortcodes/expand-shortcodes.ts';

/** A link in the menu of every page. */
export interface MenuLink {
  label: string;
  path: string;
  /** Position in the menu, ascending. */
  rank: number;
  /**
   * Links for staff: `work` links to their daily work, `settings` to rarely changed settings. Pages for staff show all `work` links. Other pages show the
   * first one, which is also the target after sign-in.
   */
  forStaff?: 'work' | 'settings';
}

/** The frame of every page. */
export interface SiteFrame {
  /** Classes of the body element, which select styles for the chosen appearance. */
  classes: readonly string[];
  /** Plain texts; an empty text is not shown. */
  tagline: string;
  footerText: string;
}

/** Additions of a domain to the head and the end of every page. */
export interface PageHead {
  markup: Html;
  /** True if the additions contain a script of the site that sends requests to the site. */
  usesScripts?: boolean;
  /** Exact source of inline scripts. The content security policy allows only these and the site's own scripts. */
  inline?: readonly string[];
  /** Markup at the end of the page. */
  foot?: Html;
  /** True if the reader has accepted third-party code, which may load scripts and connect to other hosts. */
  runsOthers?: boolean;
}

/** A part of the front page. */
export interface FrontPart {
  body: Html;
  /** Elements of the head that the part needs. */
  head?: Html;
}

/** Search results of a domain as cards. */
export interface SearchCards {
  /** Cards by content ID, each with a second-level heading that links to the content. */
  cards: ReadonlyMap<number, Html>;
  /** Elements of the head that the cards need. */
  head: Html;
}

/** Addition of a domain to the sign-in page. */
export interface SignInPart {
  body: Html;
  /** Returns the script elements of the part for the head, with the nonce. */
  scripts: (nonce: string) => Html;
}

/** A place shown on a page. */
export interface PagePlace {
  /** Plain text, like `address`. */
  name: string;
  address: string;
  /** Address of the page of the place; empty on that page. */
  url: string;
  /** In degrees. */
  latitude: number;
  longitude: number;
}

/** Addition of a domain to a page. */
export interface PagePart {
  body: Html;
  /** Elements of the head that the part needs. */
  head: Html;
  /** True if the part contains a script of the site that sends requests to the site. */
  usesScripts: boolean;
  /** External image sources for the content security policy. */
  imageSources: readonly string[];
}

/**
 * Everything that a domain adds to the service in addition to its own services and GraphQL types. Only the name is required. Domains on which others depend
 * extend this type with further members.
 */
export interface Domain<Site> {
  name: string;
  /** Settings of the domain. */
  settings?: readonly DeclaredSetting[];
  /** Recurring jobs of the domain. */
  jobs?: readonly Job<Site>[];
  /** Job types of the domain in the queue that clients see (`queue/v1`). */
  queued?: readonly QueuedWork<Site>[];
  /** Metrics of the domain in `/metrics`. */
  measures?: readonly Measure<Site>[];
  /** Composers of the mails of the domain, by kind of mail. */
  mails?: Readonly<Record<string, Composer<Site>>>;
  /** Expanders of the shortcodes of the domain, by name. */
  shortcodes?: Readonly<Record<string, ShortcodeExpander<Site>>>;
  /** Creates content that every installation needs. Runs at each start before the first request. Must be idempotent, also if several processes run it at once. */
  initialContent?(site: Site): Promise<void>;
  /**
   * Creates demo content of a new site, once. The call starts slow work that needs no database. The returned function stores the content as an administrator;
   * it is called after those of earlier domains.
   */
  demoContent?(): (site: Site, authorId: number) => Promise<void>;
  /** Removes expired data every night and returns the number of removed items by kind. */
  cleanUp?(site: Site): Promise<Readonly<Record<string, number>>>;
  /** Internal tables. A response that reads one of them is not cached. */
  workTables?: readonly string[];
  /** Declares the personal data in each of its tables, for exports and erasures. A test reports tables that no domain declares. */
  personalData?: PersonalData<Site>;
  /** Throws if settings contradict each other, before they are stored. `get` returns the new values; `changed` contains the keys that are written. */
  checkSettings?(site: { config: Config }, get: <T>(setting: Setting<T>) => T, changed: ReadonlySet<string>): void;
  /** Reacts to a stored setting before its writer gets a response. */
  settingStored?(site: Site, key: string): Promise<void>;
  /** Purges every cached page of the site. Returns true on success. */
  purgePages?(site: Site): Promise<boolean>;
  /** Adds routes and hooks to the whole service, outside the pages. */
  http?(app: FastifyInstance, site: Site): void;
  /** Returns menu links for every page, for a reader with these capabilities. */
  menuLinks?(site: Site, can: (capability: string) => boolean, say: Say): Promise<readonly MenuLink[]> | readonly MenuLink[];
  /** Returns the frame of every page. Only one domain may provide it. */
  siteFrame?(site: Site): SiteFrame;
  /** Returns elements for the head of every page; null if the domain has none at present. `cookies` are those of the reader of a public page. */
  pageHead?(site: Site, cookies: Readonly<Record<string, string | undefined>> | null): Promise<PageHead | null>;
  /** Returns elements for the head of the small page that other sites embed in a frame; null if the domain has none at present. */
  framedHead?(site: Site): Promise<PageHead | null>;
  /** Transforms the markup of a public page for a reader with these cookies. */
  pageBody?(site: Site, body: Html, cookies: Readonly<Record<string, string | undefined>>): Promise<Html>;
  /** Returns the part of the front page above the posts; null if the domain has none at present. */
  frontPart?(site: Site, say: Say): Promise<FrontPart | null>;
  /** Returns the part of the sign-in page below its form; null without one. `redirectTo` is the path on this site to open after sign-in. */
  signInPart?(site: Site, say: Say, redirectTo: string | null): SignInPart | null;
  /** Returns the part of the user's `/account` page. */
  accountPart?(site: Site, say: Say, userId: number): Promise<Html>;
  /** Returns the part below the places on a page; null if the domain has none at present. */
  placesPart?(site: Site, say: Say, places: readonly PagePlace[]): PagePart | null;
  /** Returns the part below the text of a post or page, for users who may read it; null without one. */
  contentPart?(site: Site, contentId: number, say: Say): Promise<PagePart | null>;
  /** Returns the part that a public page needs because its body contains something of the domain; null if it does not. */
  bodyPart?(site: Site, body: Html): PagePart | null;
  /** Returns links to edit a content item, for a reader with these capabilities. `mayEdit`: the reader may edit the item. */
  workLinks?(content: { id: number; kind: string; mayEdit: boolean }, can: (capability: string) => boolean, say: Say): readonly MenuLink[];
  /** Returns search results as cards; null if none belong to the domain. Uses a constant number of statements. */
  searchCards?(site: Site, say: Say, results: readonly { id: number; kind: string }[]): Promise<SearchCards | null>;
  /** Returns links for the footer of every page. */
  footerLinks?(site: Site, say: Say): readonly { label: string; path: string }[];
  /** Adds the HTML pages of the domain. Their failures are shown as pages, and their forms are parsed. */
  pages?(app: FastifyInstance, site: Site): void;
}
