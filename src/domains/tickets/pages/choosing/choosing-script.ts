import type { FastifyInstance } from 'fastify';
import type { PagePart } from '#app/core/domain/domain.ts';
import { type Html, html } from '#app/core/text/html.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { createAsset, mountAssets } from '#app/web/pages/asset.ts';

const script = createAsset(new URL('./once.js', import.meta.url), 'choosing-once', 'js');

/**
 * Returns the script of a page with ticket selection, which gives each view of the form its own key. The page is cached for all visitors, so only the
 * browser can distinguish visits. Without scripts, a double click holds places twice, until the unused hold expires.
 */
export const buildChoosingScript = (site: Site): PagePart => ({
  head: html`
<script src="${toSitePath(site, script.path)}" defer></script>`,
  body: html``,
  usesScripts: true,
  imageSources: [],
});

/** Renders the element of the same script with a nonce, for a page that is not cached. */
export const renderChoosingScriptTag = (site: Site, nonce: string): Html =>
  html`<script type="module" nonce="${nonce}" src="${toSitePath(site, script.path)}"></script>`;

/** Serves the script of pages with ticket selection. */
export const mountChoosing = (app: FastifyInstance): void => mountAssets(app, [script]);
