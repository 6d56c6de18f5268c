import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Html } from '../text/html.ts';
import type { Translate } from '../language/translate.ts';
import type { Job } from '../jobs/job.ts';
import type { QueueJobType } from '../jobs/queue-job-type.ts';
import type { Measure } from './measure.ts';
import type { Composer } from '../mail/composer.ts';
import type { PersonalData } from '../personal-data/declaration.ts';
import type { DeclaredSetting, Setting } from '../settings/setting.ts';
import type { ShortcodeExpander } from '../shortcodes/expand-shortcodes.ts';

/** A link in the menu of every page. */
export interface MenuLink {
  label: string;
  path: string;
  /** Position in the menu. Smaller numbers come first. */
  rank: number;
  /**
   * Kind of a link for staff: `work` for their daily work, `settings` for settings that rarely change. Pages for staff show all `work` links. Other
   * pages show only the first one, which is also the page that opens after sign-in.
   */
  forStaff?: 'work' | 'settings';
}

/** Parts of the frame that surrounds every page. */
export interface SiteFrame {
  /** Classes of the body element, which select styles for the chosen appearance. */
  classes: readonly string[];
  /** Plain text below the name of the site; an empty string shows nothing. */
  tagline: string;
  /** Plain text in the footer; an empty string shows nothing. */
  footerText: string;
}

/** Elements that a domain adds to the head and the end of every page. */
export interface PageHead {
  markup: Html;
  /** True if the elements contain a script of the site that sends requests to the site. */
  usesScripts?: boolean;
  /** Exact source code of inline scripts. The content security policy allows only these and the site's own scripts. */
  inlineScripts?: readonly string[];
  /** Markup at the end of the page. */
  bodyEnd?: Html;
  /**
   * True if the viewer has accepted third-party code. The content security policy then lets the page load scripts from other hosts and connect to
   * them.
   */
  allowsThirdPartyCode?: boolean;
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

/** Part of the sign-in page that a domain adds. */
export interface SignInPart {
  body: Html;
  /** Returns the script elements of the part for the head, with the nonce. */
  scripts: (nonce: string) => Html;
}

/** A place that a page shows. */
export interface PagePlace {
  /** Plain text. */
  name: string;
  /** Postal address as plain text. */
  address: string;
  /** URL of the page of the place; empty on that page itself. */
  url: string;
  /** Latitude in degrees. */
  latitude: number;
  /** Longitude in degrees. */
  longitude: number;
}

/** Part of a page that a domain adds. */
export interface PagePart {
  body: Html;
  /** Elements of the head that the part needs. */
  head: Html;
  /** True if the part contains a script of the site that sends requests to the site. */
  usesScripts: boolean;
  /** Sources of images on other hosts, for the content security policy. */
  imageSources: readonly string[];
}

/**
 * Everything that a domain adds to the service, except its own services and GraphQL types. Only the name is required. A domain on which others depend
 * adds members to this type for them.
 */
export interface Domain<Site> {
  name: string;
  /** Settings of the domain. */
  settings?: readonly DeclaredSetting[];
  /** Recurring jobs of the domain. */
  jobs?: readonly Job<Site>[];
  /** Types of the domain's jobs in the queue that clients see (`queue/v1`). */
  queueJobTypes?: readonly QueueJobType<Site>[];
  /** Metrics of the domain in `/metrics`. */
  measures?: readonly Measure<Site>[];
  /** Composers of the domain's mails, by kind of mail. */
  mails?: Readonly<Record<string, Composer<Site>>>;
  /** Functions that expand the domain's shortcodes, by name. */
  shortcodes?: Readonly<Record<string, ShortcodeExpander<Site>>>;
  /**
   * Creates content that every installation needs. Runs at each start before the first request. Must be idempotent, even if several processes run it
   * at once.
   */
  createInitialContent?(site: Site): Promise<void>;
  /**
   * Creates the demo content of a new site, once. The call itself starts slow work that needs no database. The returned function then stores the
   * content as the given administrator. It is called after the functions of earlier domains.
   */
  demoContent?(): (site: Site, authorId: number) => Promise<void>;
  /** Deletes expired data every night. Returns the number of deleted items by kind. */
  cleanUp?(site: Site): Promise<Readonly<Record<string, number>>>;
  /** Names of internal tables. A response that reads one of them is not cached. */
  workTables?: readonly string[];
  /** Personal data in each table of the domain, for exports and erasures. A test reports tables that no domain declares. */
  personalData?: PersonalData<Site>;
  /**
   * Throws if settings contradict each other. Called before they are stored. `get` returns the new values, and `changed` contains the keys of the
   * changed settings.
   */
  checkSettings?(site: { config: Config }, get: <T>(setting: Setting<T>) => T, changed: ReadonlySet<string>): void;
  /** Called after a setting is stored, before its writer gets a response. */
  onSettingStored?(site: Site, key: string): Promise<void>;
  /** Purges every cached page of the site. Returns true on success. */
  purgePages?(site: Site): Promise<boolean>;
  /** Adds routes and hooks to the whole service, outside the pages. */
  http?(app: FastifyInstance, site: Site): void;
  /** Returns menu links for every page, for a viewer with these capabilities. */
  getMenuLinks?(site: Site, can: (capability: string) => boolean, translate: Translate): Promise<readonly MenuLink[]> | readonly MenuLink[];
  /** Returns the frame of every page. Only one domain may provide it. */
  getSiteFrame?(site: Site): SiteFrame;
  /**
   * Returns elements for the head of every page, or null if the domain has no elements at present. `cookies` are those of the viewer of a public
   * page; null on other pages.
   */
  getPageHead?(site: Site, cookies: Readonly<Record<string, string | undefined>> | null): Promise<PageHead | null>;
  /** Returns elements for the head of the small page that other sites embed in a frame, or null if the domain has no elements at present. */
  getEmbedHead?(site: Site): Promise<PageHead | null>;
  /** Changes the body of a public page for a viewer with these cookies. */
  adaptPageBody?(site: Site, body: Html, cookies: Readonly<Record<string, string | undefined>>): Promise<Html>;
  /** Returns the part of the front page above the posts, or null if the domain has no part at present. */
  getFrontPart?(site: Site, translate: Translate): Promise<FrontPart | null>;
  /**
   * Returns the part of the sign-in page below its form, or null if the domain has no part. `redirectTo` is the path on this site to open after
   * sign-in.
   */
  getSignInPart?(site: Site, translate: Translate, redirectTo: string | null): SignInPart | null;
  /** Returns the part of the user's `/account` page. */
  getAccountPart?(site: Site, translate: Translate, userId: number): Promise<Html>;
  /** Returns the part below the places on a page, or null if the domain has no part at present. */
  getPlacesPart?(site: Site, translate: Translate, places: readonly PagePlace[]): PagePart | null;
  /** Returns the part below the text of a post or page, for users who may read it, or null if the domain has no part. */
  getContentPart?(site: Site, contentId: number, translate: Translate): Promise<PagePart | null>;
  /** Returns the part that a public page needs because its body contains something of the domain, or null if it does not. */
  getBodyPart?(site: Site, body: Html): PagePart | null;
  /**
   * Returns links for the staff who work on a content item. `mayEdit` is true if the viewer may edit the item. `can` checks a capability of the
   * viewer.
   */
  getStaffLinks?(
    content: { id: number; kind: string; mayEdit: boolean },
    can: (capability: string) => boolean,
    translate: Translate,
  ): readonly MenuLink[];
  /** Returns cards for the search results that belong to the domain, or null if none do. Uses a constant number of statements. */
  getSearchCards?(site: Site, translate: Translate, results: readonly { id: number; kind: string }[]): Promise<SearchCards | null>;
  /** Returns links for the footer of every page. */
  getFooterLinks?(site: Site, translate: Translate): readonly { label: string; path: string }[];
  /** Adds the HTML pages of the domain. Failures in these routes are shown as pages, and submitted forms are parsed. */
  pages?(app: FastifyInstance, site: Site): void;
}
