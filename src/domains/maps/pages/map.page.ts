import type { FastifyInstance } from 'fastify';
import { notFound } from '#app/core/failures/failure.ts';
import { html } from '#app/core/text/html.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import { sendPublicPage } from '#app/domains/content/pages/send-public.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { getPageViewer } from '#app/web/pages/forms.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { parseCoordinates } from './drawing/shapes.rules.ts';
import type { MapDrawing } from './drawing/map-drawing.ts';
import { renderMap } from './drawing/map.part.ts';
import { buildMapUrl, type MapRecord } from '../map/map.columns.ts';
import { listFeatures } from './features.ts';

const LENGTH = /^\d{1,4}(?:\.\d+)?$/;
const alignments: Readonly<Record<number, MapDrawing['alignment']>> = { 1: 'left', 2: 'center', 3: 'right' };

/** Returns the display options of a stored map. Omits missing and invalid options, so that the defaults of the page apply. */
function getDisplayOptions({
  startLat,
  startLng,
  startZoom,
  width,
  widthType,
  height,
  heightType,
  alignment,
}: MapRecord): Omit<MapDrawing, 'drawings'> {
  const at = parseCoordinates(`${startLat},${startLng}`);
  const side = alignments[alignment];
  return {
    ...(at && { view: { at, zoom: startZoom } }),
    ...(LENGTH.test(width) && { width: `${width}${widthType === 'px' ? 'px' : '%'}` }),
    ...(LENGTH.test(height) && { height: `${height}${heightType === '%' ? '%' : 'px'}` }),
    ...(side && { alignment: side }),
  };
}

/** Mounts `/maps/{id}/`, the public page of each map that is not in the trash. It shows the map and a list of its features. */
export function mountMapPages(app: FastifyInstance, site: Site): void {
  app.get('/maps/:id', (request, reply) => reply.redirect(toSitePath(site, request.url.replace(/(?=\?|$)/, '/')), 301));
  app.get('/maps/:id/', async (request, reply) => {
    const { id = '' } = request.params as { id?: string };
    const map = /^[1-9]\d{0,8}$/.test(id) ? await site.db.prisma.map.findUnique({ where: { id: Number(id) } }) : null;
    if (!map || map.isTrashed) throw notFound('maps_map_not_found', 'There is no such map.');
    const title = stripTags(map.title);
    const translate = getTextsForRequest(site, request);
    const groups = await listFeatures(site, translate, map);
    const renderedMap = renderMap(site, translate, translate('map.title', { title }), getDisplayOptions(map), groups);
    const body = html`<article class="map-page">
<h1 dir="auto">${title}</h1>
${renderedMap.body}
${groups.every(({ features }) => features.length === 0) && html`<p>${translate('map.empty')}</p>`}
</article>`;
    const head = html`<link rel="canonical" href="${buildMapUrl(site, map.id)}">`;
    const viewer = await getPageViewer(site, request);
    return sendPublicPage(request, reply, site, { title, body, viewer, head }, { parts: [renderedMap] });
  });
}
