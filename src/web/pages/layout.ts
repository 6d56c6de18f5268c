import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { toSitePath } from '../../domains/identity/auth/redirect.ts';
import type { SiteFrame } from '../../core/domain/domain.ts';
import type { Viewer } from '../../domains/identity/auth/viewer.ts';
import { siteName } from '../../core/settings/site.settings.ts';
import type { Site } from '../../site.ts';
import type { Translate } from '../../core/language/translate.ts';
import { type Html, html, trustHtml } from '../../core/text/html.ts';
import { renderAccentLink, renderBrandMark, renderIconLink } from './brand.ts';
import { type DomainHeads, collectHeads } from './domain-parts.ts';
import { renderFontLink } from './fonts.ts';
import { renderLanguageAttributes, getPageLanguage, getTextsForRequest } from './language.ts';
import { renderFooterLinks, renderNavigation } from './navigation.ts';
import { replaceSiteUrls } from './site-urls.ts';
import { stylesheetPath } from './stylesheet.ts';

/** An HTML page. */
export interface Page {
  /** Title without the site's name. */
  title: string;
  /** Content of `<main>`, including its `<h1>`. */
  body: Html;
  /** The signed-in user, or null. */
  viewer: Viewer | null;
  /** Further elements of `<head>`. */
  head?: Html;
  /** True for pages with a small form. */
  isNarrow?: boolean;
  /** True for pages of the staff. Their menu has only staff links. */
  isForStaff?: boolean;
  /** True if the page reads nothing from the database. */
  isBare?: boolean;
  /** Texts of the service. Set it for a page that has no other texts. The page then has the language of these texts. */
  translate?: Translate;
}

/** Options for sending a page. */
export interface SendOptions {
  status?: number;
  /** Further targets of the page's forms (also by a redirect), as sources of a content security policy. */
  formTargets?: readonly string[];
  /** True if caches may store and search engines may index the page. Default: false. */
  isPublic?: boolean;
  /** Returns the page's scripts as elements with the nonce. They may connect to the site and use the camera. */
  scripts?: (nonce: string) => Html;
  /** True if a script of the page starts a service worker. */
  hasWorker?: boolean;
}

const NO_HEADS: DomainHeads = { markup: [], bodyEnd: [], policy: '' };

/** Returns the frame of the site's pages, or null if no domain provides one. */
const getFrame = (site: Site): SiteFrame | null => site.domains.find((domain) => domain.getSiteFrame)?.getSiteFrame?.(site) ?? null;

/** Renders the complete document of a page. */
export async function renderDocument(site: Site, page: Page, translate: Translate, heads: DomainHeads, isPublic = false): Promise<Html> {
  const name = site.settings.get(siteName);
  const frame = page.isBare === true ? null : getFrame(site);
  const links = await renderNavigation(site, page.viewer, translate, page.isBare ? 'bare' : page.isForStaff ? 'staff' : 'site');
  return html`<!doctype html>
<html${renderLanguageAttributes(getPageLanguage(site, page.translate))}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title === name ? name : `${page.title} – ${name}`}</title>
${isPublic ? '' : trustHtml('<meta name="robots" content="noindex">')}
${renderIconLink(site)}
<link rel="stylesheet" href="${toSitePath(site, stylesheetPath)}">${renderAccentLink(site)}${renderFontLink(site)}
${page.head}${heads.markup}
</head>
<body${frame && html` class="${frame.classes.join(' ')}"`}>
<a class="skip" href="#content">${translate('page.skip')}</a>
<header class="site-header">
  <div class="brand"><a class="site-name" href="${toSitePath(site, '/')}" dir="auto">${renderBrandMark(site, name)}</a>${frame && frame.tagline !== '' && html`<p class="tagline" dir="auto">${frame.tagline}</p>`}</div>
  <nav aria-label="${translate('page.menu')}">
    <ul>
        ${links}
    </ul>
  </nav>
</header>
<main id="content"${page.isNarrow ? trustHtml(' class="narrow"') : ''} tabindex="-1">
${replaceSiteUrls(site, page.body)}
</main>
<footer class="site-footer"><span dir="auto">${name}</span>${frame && frame.footerText !== '' && html`<p class="footer-text" dir="auto">${frame.footerText}</p>`}${renderFooterLinks(site, translate)}</footer>
${heads.bodyEnd}
</body>
</html>
`;
}

/** Sends a page with headers that prevent framing and foreign scripts. Unless the page is public, also prevents caching. */
export async function sendPage(
  reply: FastifyReply,
  site: Site,
  page: Page,
  { status = 200, formTargets = [], isPublic = false, scripts, hasWorker = false }: SendOptions = {},
): Promise<FastifyReply> {
  // error pages must work without the database, and pages with their own scripts run no others
  const heads = page.isBare === true || scripts ? NO_HEADS : await collectHeads(site);
  // a nonce instead of 'self', because JSONP responses of the site are scripts too, and pages must not run them
  const nonce = randomBytes(16).toString('base64');
  const head = html`${page.head}${scripts?.(nonce)}`;
  const markup = (
    await renderDocument(site, { ...page, head }, page.translate ?? getTextsForRequest(site, reply.request), heads, isPublic)
  ).toString();
  const forms = ["'self'", ...formTargets].join(' ');
  const uploads = new URL(site.config.uploadsUrl).origin;
  const uploadsSource = uploads === new URL(site.config.siteUrl).origin ? '' : `${uploads} `;
  const images = `'self' ${isPublic ? 'https: ' : ''}${uploadsSource}data:`;
  const scriptPolicy = scripts
    ? `script-src 'nonce-${nonce}'; connect-src 'self'; ${hasWorker ? "worker-src 'self'; " : ''}`
    : heads.policy;
  if (scripts) reply.header('Permissions-Policy', 'camera=(self), microphone=(), geolocation=()');
  reply.headers({
    'Content-Security-Policy': `default-src 'none'; ${scriptPolicy}style-src 'self'; font-src 'self'; img-src ${images}; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Content-Language': getPageLanguage(site, page.translate),
  });
  if (!isPublic) reply.headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
  return reply.status(status).type('text/html; charset=utf-8').send(markup);
}

/** Sends an error page. */
export function sendErrorPage(
  reply: FastifyReply,
  site: Site,
  viewer: Viewer | null,
  error: { status: number; title: string; message: string | Html },
): Promise<FastifyReply> {
  const translate = getTextsForRequest(site, reply.request);
  const body = html`<h1>${error.title}</h1>
<p>${error.message}</p>
<p><a href="${toSitePath(site, '/')}">${translate('page.toFront')}</a></p>`;
  const page = { title: error.title, body, viewer, translate, isNarrow: true, isBare: error.status >= 500 };
  return sendPage(reply, site, page, { status: error.status });
}
