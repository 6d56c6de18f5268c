import type { FastifyReply } from 'fastify';
import { createNonce } from '../auth/nonces.ts';
import { sitePath } from '../auth/redirect.ts';
import { anonymous, type Viewer } from '../auth/viewer.ts';
import { siteName } from '../settings/site.settings.ts';
import type { Site } from '../site.ts';
import { type Html, html, trusted } from '../core/html.ts';
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
}

/** How a page is sent. */
export interface Sending {
  status?: number;
  /** Sources, beside the site itself, that the page's forms may lead to (also by a redirect), as a content security policy names them. */
  formTargets?: readonly string[];
  /** Public pages may be kept by caches and found by search engines; all others (the default) may not. */
  isPublic?: boolean;
  /** The page has a script of the site, which may ask the site and use the camera. */
  usesScripts?: boolean;
}

/** A ticket: browsers ask for an icon of their own accord where a page names none. */
export const icon = trusted(
  `<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%235b2a86'/%3E%3Cpath d='M6 11h20v3a2 2 0 0 0 0 4v3H6v-3a2 2 0 0 0 0-4z' fill='%23fff'/%3E%3C/svg%3E">`,
);

/** The hidden field by which a form proves that it came from this viewer's own page. */
export function nonceField(site: Site, viewer: Viewer | null, action: string): Html {
  return html`<input type="hidden" name="nonce" value="${createNonce(site, viewer ?? anonymous, action)}">`;
}

function navigation(site: Site, viewer: Viewer | null): Html {
  const events = html`<li><a href="${sitePath(site, '/events/')}">Events</a></li>
        `;
  if (!viewer) return html`${events}<li><a href="${sitePath(site, '/sign-in')}">Sign in</a></li>`;
  return html`${events}<li><a href="${sitePath(site, '/account')}">${viewer.user?.displayName}</a></li>
        <li><form method="post" action="${sitePath(site, '/sign-out')}">${nonceField(site, viewer, 'sign_out')}<button class="plain small">Sign out</button></form></li>`;
}

/** The whole document of a page. */
export function document(site: Site, page: Page, isPublic = false): Html {
  const name = site.settings.get(siteName);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title === name ? name : `${page.title} – ${name}`}</title>
${isPublic ? '' : trusted('<meta name="robots" content="noindex">')}
${icon}
<link rel="stylesheet" href="${sitePath(site, stylesheetPath)}">
${page.head}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="site-header">
  <a class="site-name" href="${sitePath(site, '/')}">${name}</a>
  <nav aria-label="Site">
    <ul>
        ${navigation(site, page.viewer)}
    </ul>
  </nav>
</header>
<main id="content"${page.isNarrow ? trusted(' class="narrow"') : ''} tabindex="-1">
${page.body}
</main>
<footer class="site-footer">${name}</footer>
</body>
</html>
`;
}

/** Sends a page with the headers that keep it from being framed, scripted or (unless public) kept. */
export function sendPage(
  reply: FastifyReply,
  site: Site,
  page: Page,
  { status = 200, formTargets = [], isPublic = false, usesScripts = false }: Sending = {},
): FastifyReply {
  const forms = ["'self'", ...formTargets].join(' ');
  const images = isPublic ? "'self' https: data:" : "'self' data:";
  const scripts = usesScripts ? "script-src 'self'; connect-src 'self'; " : '';
  if (usesScripts) reply.header('Permissions-Policy', 'camera=(self), microphone=(), geolocation=()');
  reply.headers({
    'Content-Security-Policy': `default-src 'none'; ${scripts}style-src 'self'; img-src ${images}; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
  });
  if (!isPublic) reply.headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .send(document(site, page, isPublic).toString());
}

/** Sends a page that says what went wrong. */
export function sendErrorPage(
  reply: FastifyReply,
  site: Site,
  viewer: Viewer | null,
  error: { status: number; title: string; message: string },
): FastifyReply {
  const body = html`<h1>${error.title}</h1>
<p>${error.message}</p>
<p><a href="${sitePath(site, '/')}">To the front page</a></p>`;
  return sendPage(reply, site, { title: error.title, body, viewer, isNarrow: true }, { status: error.status });
}
