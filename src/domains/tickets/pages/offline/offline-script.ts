import type { FastifyInstance } from 'fastify';
import { type Html, html } from '#app/core/text/html.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { createAsset, mountAssets, mountWorker } from '#app/web/pages/asset.ts';

const script = createAsset(new URL('./offline.js', import.meta.url), 'keep', 'js');

/** Renders the script of a page that opens offline after the first visit. `scope` is the common prefix of the paths of such pages. */
export const renderOfflineScript =
  (site: Site, scope: '/tickets/' | '/orders/') =>
  (nonce: string): Html =>
    html`<script type="module" nonce="${nonce}" src="${toSitePath(site, script.path)}" data-base="${toSitePath(site, '')}" data-scope="${scope}"></script>`;

/** Serves the script and the service worker for offline pages. */
export function mountOfflineScripts(app: FastifyInstance): void {
  mountAssets(app, [script]);
  mountWorker(app, '/ticket-worker.js', new URL('./worker.js', import.meta.url));
}
