import type { FastifyInstance } from 'fastify';
import type { PagePart } from '#app/core/domain/domain.ts';
import { type Html, html } from '#app/core/text/html.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { assetOf, mountAssets } from '#app/web/pages/asset.ts';

const script = assetOf(new URL('./once.js', import.meta.url), 'choosing-once', 'js');

/**
 * The script of a page on which tickets are chosen. Everybody gets such a page alike, so only the browser can tell one visit from another; without
 * scripts a button pressed twice before the first response keeps places twice, until the hold that nobody goes on with ends.
 */
export const choosingOnce = (site: Site): PagePart => ({
  head: html`
<script src="${sitePath(site, script.path)}" defer></script>`,
  body: html``,
  usesScripts: true,
  imageSources: [],
});

/** The same for a page that nobody keeps. */
export const choosingOnceBy = (site: Site, nonce: string): Html =>
  html`<script type="module" nonce="${nonce}" src="${sitePath(site, script.path)}"></script>`;

/** Serves the script. */
export const mountChoosing = (app: FastifyInstance): void => mountAssets(app, [script]);
