import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PagePart } from '#app/core/domain/domain.ts';
import { isCategoryAccepted, isCategoryName } from '#app/core/consent/consent-cookies.ts';
import { invalid } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import { createAsset, mountAssets } from '#app/web/pages/asset.ts';
import { createFieldReader, FORM_LIMIT, requireOwnOrigin } from '#app/web/pages/forms.ts';
import { getRefererPath } from '#app/web/pages/referer-path.ts';
import { toSitePath } from '../../identity/auth/redirect.ts';
import { AREA_PATH } from '../areas/area.shortcode.ts';
import { categories } from '../cookies/categories.rules.ts';
import { saveCategories } from './category-cookies.ts';

const script = createAsset(new URL('./consent-area.js', import.meta.url), 'consent-area', 'js');

/** Accepts the category of an area in addition to those already accepted, and redirects to the page of the area. */
async function acceptCategory(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnOrigin(site, request);
  const readField = createFieldReader(request.body);
  const category = readField('category');
  if (!isCategoryName(category)) throw invalid('unknown_category', 'There is no such category of cookies.');
  const acceptedCategories = categories.filter((accepted) => isCategoryAccepted(request.cookies, accepted));
  await saveCategories(site, request, reply, new Set([...acceptedCategories, category]), undefined);
  const area = /^\d+-[\w-]+$/.test(readField('area')) ? `#consent-area-${readField('area')}` : '';
  return await reply.header('Cache-Control', 'no-store').redirect((getRefererPath(site, request) ?? toSitePath(site, '/')) + area, 303);
}

/**
 * Returns the script for a page with consent areas. Null for other pages. The script also shows areas on pages that were cached before the visitor
 * consented.
 */
export function buildAreaScript(site: Site, body: Html): PagePart | null {
  if (!body.toString().includes('data-block_id="')) return null;
  const rest = toSitePath(site, `${site.config.restRoot}/compliance/v1/consent-area`);
  const head = html`
<script src="${toSitePath(site, script.path)}" defer data-rest="${rest}"></script>`;
  return { head, body: html``, usesScripts: true, imageSources: [] };
}

export function mountConsentAreas(app: FastifyInstance, site: Site): void {
  mountAssets(app, [script]);
  app.post(AREA_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => acceptCategory(site, request, reply));
}
