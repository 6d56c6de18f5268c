import type { FastifyInstance } from 'fastify';
import { type Html, html } from '#app/core/text/html.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { createAsset, mountAssets } from '#app/web/pages/asset.ts';
import { plotStyles } from '#app/web/pages/plot-styles.ts';

const styles = createAsset(new URL('./organize.css', import.meta.url), 'organize', 'css');

/** Renders the head elements of the organizers' pages. */
export const renderOrganizeHead = (site: Site): Html =>
  html`<link rel="stylesheet" href="${toSitePath(site, plotStyles.path)}"><link rel="stylesheet" href="${toSitePath(site, styles.path)}">`;

/** Serves the assets of the organizers' pages. */
export function mountOrganizeAssets(app: FastifyInstance): void {
  mountAssets(app, [styles]);
}
