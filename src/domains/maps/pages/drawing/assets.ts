import type { FastifyInstance } from 'fastify';
import { type Asset, assetOf, assetOfPackage, assetOfText, mountAssets } from '#app/web/pages/asset.ts';
import { knownPlaces } from '../../geocoder/places.ts';

/** Labels for a map without streets: `[name, latitude, longitude]` of each capital. */
const capitals = () =>
  JSON.stringify(knownPlaces().flatMap(({ kind, name, latitude, longitude }) => (kind === 'capital' ? [[name, latitude, longitude]] : [])));

interface MapAssets {
  /** The map library, its style sheet, and the reader for outlines. */
  library: Asset;
  libraryStyles: Asset;
  outlineReader: Asset;
  script: Asset;
  styles: Asset;
  /** Outlines of the countries (TopoJSON), coarse and fine. */
  coarse: Asset;
  fine: Asset;
  capitals: Asset;
}

/** Assets of pages with a map, all served by the site itself. */
export const mapAssets: MapAssets = {
  library: assetOfPackage('leaflet/dist/leaflet.js', 'leaflet', 'js'),
  libraryStyles: assetOfPackage('leaflet/dist/leaflet.css', 'leaflet', 'css'),
  outlineReader: assetOfPackage('topojson-client/dist/topojson-client.min.js', 'topojson', 'js'),
  script: assetOf(new URL('./draw.js', import.meta.url), 'maps', 'js'),
  styles: assetOf(new URL('./maps.css', import.meta.url), 'maps', 'css'),
  coarse: assetOfPackage('world-atlas/countries-110m.json', 'outlines', 'json'),
  fine: assetOfPackage('world-atlas/countries-50m.json', 'outlines', 'json'),
  capitals: assetOfText(capitals(), 'capitals', 'json'),
};

/** Serves the assets. */
export function mountMapAssets(app: FastifyInstance): void {
  mountAssets(app, Object.values(mapAssets) as Asset[]);
}
