import type { PagePart } from '#app/core/domain/domain.ts';
import { createDataBlock, type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { cleanHtml } from '#app/core/text/clean-html.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { tileUrl, tileCredit } from '../../maps.settings.ts';
import { mapAssets } from './assets.ts';
import type { Drawing, MapDrawing } from './map-drawing.ts';

/** A feature as an item of the list and as a drawing on the map. */
export interface ListedFeature {
  /** ID of the list item, unique in the page. */
  id: string;
  body: Html;
  drawing: Drawing | null;
}

/** Features of the same kind, which the list below the map shows under one heading. */
export interface FeatureGroup {
  heading: string;
  features: readonly ListedFeature[];
}

/** Returns the origin of a tile URL as a source for the content security policy, with `*` instead of `{s}`. */
function getTileSource(tiles: string): string {
  return /^https?:\/\/[^/?#]+/.exec(tiles.replaceAll('{s}', '*'))?.[0] ?? '';
}

/** Renders the head elements of a page with a map. */
function renderHead(site: Site): Html {
  const path = (asset: { path: string }) => toSitePath(site, asset.path);
  return html`
<link rel="stylesheet" href="${path(mapAssets.libraryStyles)}">
<link rel="stylesheet" href="${path(mapAssets.styles)}">
<script src="${path(mapAssets.library)}" defer></script>
<script src="${path(mapAssets.outlineReader)}" defer></script>
<script src="${path(mapAssets.script)}" defer data-coarse="${path(mapAssets.coarse)}" data-fine="${path(mapAssets.fine)}" data-capitals="${path(mapAssets.capitals)}"></script>`;
}

/** Renders an element with the tile URL. The consent banner can remove this element until the visitor accepts tiles. */
function renderTiles(site: Site): Html | null {
  const tiles = site.settings.get(tileUrl);
  return tiles === '' ? null : html`<link class="map-tiles" itemprop="image" href="${tiles}">`;
}

function renderCredit(site: Site, translate: Translate): Html {
  const siteCredit = translate('map.credit');
  if (site.settings.get(tileUrl) === '') return html`${siteCredit}`;
  return html`<span class="map-tile-credit">${trustHtml(cleanHtml(site.settings.get(tileCredit), { unfiltered: false }))}</span> ${siteCredit}`;
}

const renderList = ({ heading, features }: FeatureGroup): Html | null =>
  features.length === 0
    ? null
    : html`<h2>${heading}</h2>
<ul class="map-list">${features.map(({ id, body }) => html`<li id="${id}">${body}</li>\n`)}</ul>`;

/** Renders a map and a list of its features. A script draws the features on the map. Without JavaScript, the page shows only the list. */
export function renderMap(
  site: Site,
  translate: Translate,
  label: string,
  map: Omit<MapDrawing, 'drawings'>,
  groups: readonly FeatureGroup[],
): PagePart {
  const drawings = Object.fromEntries(
    groups.flatMap(({ features }) => features.flatMap(({ id, drawing }) => (drawing ? [[id, drawing]] : []))),
  );
  const mapData: MapDrawing = { ...map, drawings };
  return {
    head: renderHead(site),
    body: html`<div class="map-part">
<div class="map-frame" hidden>
${renderTiles(site)}
<div class="map-canvas" role="region" aria-label="${label}"></div>
<p class="map-credit">${renderCredit(site, translate)}</p>
${createDataBlock('type="application/json" class="map-data"', mapData)}
</div>
${groups.map(renderList)}
</div>`,
    usesScripts: true,
    imageSources: site.settings.get(tileUrl) === '' ? [] : [getTileSource(site.settings.get(tileUrl))],
  };
}
