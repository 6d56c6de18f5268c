import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { sitePath } from '../../domains/identity/auth/redirect.ts';
import type { SiteFrame } from '../../core/domain/domain.ts';
import type { Viewer } from '../../domains/identity/auth/viewer.ts';
import { siteName } from '../../core/settings/site.settings.ts';
import type { Site } from '../../site.ts';
import type { Say } from '../../core/language/say.ts';
import { type Html, html, trusted } from '../../core/text/html.ts';
import { accentLink, brandMark, iconLink } from './brand.ts';
import { type DomainHeads, domainHeads } from './domain-parts.ts';
import { fontLink } from './fonts.ts';
import { languageAttributes, languageOfPage, sayTo } from './language.ts';
import { footerLinks, navigation } from './navigation.ts';
import { withOwnPaths } from './own-paths.ts';
import { stylesheetPath } from './stylesheet.ts';

/** A page for people. */
export interface Page {
  /** Without the site's name. */
  title: string;
  /** What stands in `<main>`, with its `<h1>`. */
  body: Html;
  /** Who is reading; null = nobody is signed in. */
  viewer: Viewer | null;
  /** Further elements of `<head>`. */
  head?: Html;
  /** For forms with little in them. */
  isNarrow?: boolean;
  /** Staff work there: the menu has their links alone. */
  isForStaff?: boolean;
  /** Nothing of it is read from the database. */
  isBare?: boolean;
  /** For a page that holds nothing but texts of the service: what says them. */
  say?: Say;
}

/** How a page is sent. */
export interface Sending {
  status?: number;
  /** Sources, beside the site itself, that the page's forms may lead to (also by a redirect), as a content security policy names them. */
  formTargets?: readonly string[];
  /** Public pages may be kept by caches and found by search engines; all others (the default) may not. */
  isPublic?: boolean;
  /** The page's scripts, as elements of the head that bear the nonce; they may ask the site and use the camera. */
  scripts?: (nonce: string) => Html;
  /** A script of it starts a service worker of the site. */
  hasWorker?: boolean;
}

const noHeads: DomainHeads = { markup: [], foot: [], policy: '' };

/** What stands around the content; null where no domain says so. */
const frameOf = (site: Site): SiteFrame | null => site.domains.find((domain) => domain.siteFrame)?.siteFrame?.(site) ?? null;

/** The whole document of a page. */
export async function document(site: Site, page: Page, say: Say, heads: DomainHeads, isPublic = false): Promise<Html> {
  const name = site.settings.get(siteName);
  const frame = page.isBare === true ? null : frameOf(site);
  const links = await navigation(site, page.viewer, say, page.isBare ? 'bare' : page.isForStaff ? 'staff' : 'site');
  return html`<!doctype html>
<html${languageAttributes(languageOfPage(site, page.say))}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title === name ? name : `${page.title} – ${name}`}</title>
${isPublic ? '' : trusted('<meta name="robots" content="noindex">')}
${iconLink(site)}
<link rel="stylesheet" href="${sitePath(site, stylesheetPath)}">${accentLink(site)}${fontLink(site)}
${page.head}${heads.markup}
</head>
<body${frame && html` class="${frame.classes.join(' ')}"`}>
<a class="skip" href="#content">${say('page.skip')}</a>
<header class="site-header">
  <div class="brand"><a class="site-name" href="${sitePath(site, '/')}" dir="auto">${brandMark(site, name)}</a>${frame && frame.tagline !== '' && html`<p class="tagline" dir="auto">${frame.tagline}</p>`}</div>
  <nav aria-label="${say('page.menu')}">
    <ul>
        ${links}
    </ul>
  </nav>
</header>
<main id="content"${page.isNarrow ? trusted(' class="narrow"') : ''} tabindex="-1">
${withOwnPaths(site, page.body)}
</main>
<footer class="site-footer"><span dir="auto">${name}</span>${frame && frame.footerText !== '' && html`<p class="footer-text" dir="auto">${frame.footerText}</p>`}${footerLinks(site, say)}</footer>
${heads.foot}
</body>
</html>
`;
}

/** Sends a page with the headers that keep it from being framed, scripted or (unless public) kept. */
export async function sendPage(
  reply: FastifyReply,
  site: Site,
  page: Page,
  { status = 200, formTargets = [], isPublic = false, scripts, hasWorker = false }: Sending = {},
): Promise<FastifyReply> {
  // a page that says the database is gone asks it nothing; where staff work, only the page's own scripts run
  const heads = page.isBare === true || scripts ? noHeads : await domainHeads(site);
  // not 'self': what the site responses as a script (JSONP) does not belong to the page
  const nonce = randomBytes(16).toString('base64');
  const head = html`${page.head}${scripts?.(nonce)}`;
  const markup = (await document(site, { ...page, head }, page.say ?? sayTo(site, reply.request), heads, isPublic)).toString();
  const forms = ["'self'", ...formTargets].join(' ');
  const uploads = new URL(site.config.uploadsUrl).origin;
  const elsewhere = uploads === new URL(site.config.siteUrl).origin ? '' : `${uploads} `;
  const images = `'self' ${isPublic ? 'https: ' : ''}${elsewhere}data:`;
  const runs = scripts ? `script-src 'nonce-${nonce}'; connect-src 'self'; ${hasWorker ? "worker-src 'self'; " : ''}` : heads.policy;
  if (scripts) reply.header('Permissions-Policy', 'camera=(self), microphone=(), geolocation=()');
  reply.headers({
    'Content-Security-Policy': `default-src 'none'; ${runs}style-src 'self'; font-src 'self'; img-src ${images}; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Content-Language': languageOfPage(site, page.say),
  });
  if (!isPublic) reply.headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
  return reply.status(status).type('text/html; charset=utf-8').send(markup);
}

/** Sends a page that says what went wrong. */
export function sendErrorPage(
  reply: FastifyReply,
  site: Site,
  viewer: Viewer | null,
  error: { status: number; title: string; message: string | Html },
): Promise<FastifyReply> {
  const say = sayTo(site, reply.request);
  const body = html`<h1>${error.title}</h1>
<p>${error.message}</p>
<p><a href="${sitePath(site, '/')}">${say('page.toFront')}</a></p>`;
  const page = { title: error.title, body, viewer, say, isNarrow: true, isBare: error.status >= 500 };
  return sendPage(reply, site, page, { status: error.status });
}
