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
  /** Lower ones come first. */
  rank: number;
  /**
   * It is for staff: `work` leads to where they work, `settings` to what they change rarely. Pages of staff show the links to work alone, other pages the
   * first of them, where signing in leads, too.
   */
  forStaff?: 'work' | 'settings';
}

/** What stands around the content of every page. */
export interface SiteFrame {
  /** Classes of the body, by which the style sheet knows what was chosen. */
  classes: readonly string[];
  /** Plain texts; empty = nothing. */
  tagline: string;
  footerText: string;
}

/** What a domain puts into the head of every page, and to its end. */
export interface PageHead {
  markup: Html;
  /** It has a script of the site, which may ask the site. */
  usesScripts?: boolean;
  /** Scripts that stand in the markup itself, letter by letter: they alone may run beside those of the site. */
  inline?: readonly string[];
  /** What stands at the end of the page. */
  foot?: Html;
  /** The reader has allowed code of others: it may fetch scripts from elsewhere and talk to other hosts. */
  runsOthers?: boolean;
}

/** A part of the front page. */
export interface FrontPart {
  body: Html;
  /** Elements of the head that it needs. */
  head?: Html;
}

/** Found content as the search shows it. */
export interface SearchCards {
  /** By number of the content; each with a heading of the second level that links to it. */
  cards: ReadonlyMap<number, Html>;
  /** Elements of the head that they need. */
  head: Html;
}

/** What a domain offers on the sign-in page. */
export interface SignInPart {
  body: Html;
  /** The scripts it needs, as elements of the head that bear the nonce. */
  scripts: (nonce: string) => Html;
}

/** A place that a page tells of. */
export interface PagePlace {
  /** Plain text, as all of it. */
  name: string;
  address: string;
  /** Address of its own page; empty on that page. */
  url: string;
  /** Degrees. */
  latitude: number;
  longitude: number;
}

/** A part that a domain adds to a page. */
export interface PagePart {
  body: Html;
  /** Elements of the head that it needs. */
  head: Html;
  /** It has a script of the site, which may ask the site. */
  usesScripts: boolean;
  /** Sources of its pictures beside the site itself, as a content security policy names them. */
  imageSources: readonly string[];
}

/**
 * What a domain gives the service in addition to its services and GraphQL types; everything is optional but the name. Domains that others stand on add
 * members for what they ask them.
 */
export interface Domain<Site> {
  name: string;
  /** The settings it declares. */
  settings?: readonly DeclaredSetting[];
  /** Work that comes back by itself. */
  jobs?: readonly Job<Site>[];
  /** Work that waits in the queue which clients see. */
  queued?: readonly QueuedWork<Site>[];
  /** Its metrics in `/metrics`. */
  measures?: readonly Measure<Site>[];
  /** Who makes its messages, by kind of mail. */
  mails?: Readonly<Record<string, Composer<Site>>>;
  /** What shortcodes in content stand for, by name. */
  shortcodes?: Readonly<Record<string, ShortcodeExpander<Site>>>;
  /** What every installation holds. Runs at each start, before the first request; repeating it, also by several processes at once, changes nothing. */
  initialContent?(site: Site): Promise<void>;
  /**
   * Demo content of a new site, put in once. What takes long and needs nothing of the database begins with the call; what it returns puts it in, in the name
   * of an administrator and after that of the domains before.
   */
  demoContent?(): (site: Site, authorId: number) => Promise<void>;
  /** Removes what has expired, every night; returns how much of what. */
  cleanUp?(site: Site): Promise<Readonly<Record<string, number>>>;
  /** Tables that only its own work looks into: no response that others may get is made of them, so what reads them meanwhile is not for it. */
  workTables?: readonly string[];
  /** What its tables hold about people, each of them: for archives and erasures. A test says when a table is in no domain's. */
  personalData?: PersonalData<Site>;
  /** Throws where settings do not go together, before they are stored. `get` returns what they would be, `changed` holds the keys of those that are written. */
  checkSettings?(site: { config: Config }, get: <T>(setting: Setting<T>) => T, changed: ReadonlySet<string>): void;
  /** Follows a setting that was stored, before its writer gets a response. */
  settingStored?(site: Site, key: string): Promise<void>;
  /** Forgets every kept page of the site; returns whether it could. */
  purgePages?(site: Site): Promise<boolean>;
  /** Routes and hooks of its own on the whole service, outside the pages. */
  http?(app: FastifyInstance, site: Site): void;
  /** What the menu of every page links to, for a reader with these capabilities. */
  menuLinks?(site: Site, can: (capability: string) => boolean, say: Say): Promise<readonly MenuLink[]> | readonly MenuLink[];
  /** The frame of every page. One domain gives it. */
  siteFrame?(site: Site): SiteFrame;
  /** What stands in the head of every page; null = nothing at the moment. `cookies` are those of the reader of a public page. */
  pageHead?(site: Site, cookies: Readonly<Record<string, string | undefined>> | null): Promise<PageHead | null>;
  /** What stands in the head of the small page that other sites frame; null = nothing at the moment. */
  framedHead?(site: Site): Promise<PageHead | null>;
  /** What it makes of the markup of a public page, for a reader with these cookies. */
  pageBody?(site: Site, body: Html, cookies: Readonly<Record<string, string | undefined>>): Promise<Html>;
  /** What the front page shows above the posts; null = nothing at the moment. */
  frontPart?(site: Site, say: Say): Promise<FrontPart | null>;
  /** What the sign-in page offers below its form; null = nothing. `redirectTo` is the path on this site where the person wants to get. */
  signInPart?(site: Site, say: Say, redirectTo: string | null): SignInPart | null;
  /** What `/account` says to its user. */
  accountPart?(site: Site, say: Say, userId: number): Promise<Html>;
  /** What it adds to a page that tells of places, below them; null = nothing at the moment. */
  placesPart?(site: Site, say: Say, places: readonly PagePlace[]): PagePart | null;
  /** What it adds below the text of a post or page, for users who may read that; null = nothing. */
  contentPart?(site: Site, contentId: number, say: Say): Promise<PagePart | null>;
  /** What a public page needs for something of the domain that stands in its body; null where there is nothing of it. */
  bodyPart?(site: Site, body: Html): PagePart | null;
  /** What the page of a content offers those who work on it, for a reader with these capabilities; `mayEdit` = they may change this one. */
  workLinks?(content: { id: number; kind: string; mayEdit: boolean }, can: (capability: string) => boolean, say: Say): readonly MenuLink[];
  /** How the search shows found content of the domain; null where nothing of it was found. A constant number of statements. */
  searchCards?(site: Site, say: Say, found: readonly { id: number; kind: string }[]): Promise<SearchCards | null>;
  /** What the footer of every page links to. */
  footerLinks?(site: Site, say: Say): readonly { label: string; path: string }[];
  /** Its pages for people: failures are shown as pages, forms are read. */
  pages?(app: FastifyInstance, site: Site): void;
}
