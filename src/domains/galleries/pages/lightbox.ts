import type { FastifyInstance } from 'fastify';
import type { PagePart } from '#app/core/domain/domain.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import { createAsset, mountAssets } from '#app/web/pages/asset.ts';
import { toSitePath } from '../../identity/auth/redirect.ts';

const script = createAsset(new URL('./gallery.js', import.meta.url), 'gallery', 'js');

/** Returns the script that opens images in a layer over the page, or null if the page has no gallery. */
export function findLightbox(site: Site, body: Html): PagePart | null {
  if (!body.toString().includes('<div class="gallery gallery-columns-')) return null;
  const head = html`
<script src="${toSitePath(site, script.path)}" defer></script>`;
  return { head, body: html``, usesScripts: true, imageSources: [] };
}

/** Serves the script. */
export const mountLightbox = (app: FastifyInstance): void => mountAssets(app, [script]);
