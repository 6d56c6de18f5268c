import type { FastifyInstance } from 'fastify';
import { type Asset, createAsset, createPackageAsset, createStringAsset, mountAssets } from '#app/web/pages/asset.ts';
import { listKnownPlaces } from '../../geocoder/places.ts';

/** Returns the labels for a map without tiles as JSON: `[name, latitude, longitude]` of each capital. */
const buildCapitals = () =>
  JSON.stringify(
    listKnownPlaces().flatMap(({ kind, name, latitude, longitude }) => (kind === 'capital' ? [[name, latitude, longitude]] : [])),
  );

interface MapAssets {
  /** Map library (Leaflet), its style sheet, and the parser for outlines. */
  library: Asset;
  libraryStyles: Asset;
  outlineReader: Asset;
  script: Asset;
  styles: Asset;
  /** Outlines of the countries as TopoJSON, in low and high resolution. */
  coarse: Asset;
  fine: Asset;
  capitals: Asset;
}

/** Assets of pages with a map, all served by the site itself. */
export const mapAssets: MapAssets = {
  library: createPackageAsset('leaflet/dist/leaflet.js', 'leaflet', 'js'),
  libraryStyles: createPackageAsset('leaflet/dist/leaflet.css', 'leaflet', 'css'),
  outlineReader: createPackageAsset('topojson-client/dist/topojson-client.min.js', 'topojson', 'js'),
  script: createAsset(new URL('./draw.js', import.meta.url), 'maps', 'js'),
  styles: createAsset(new URL('./maps.css', import.meta.url), 'maps', 'css'),
  coarse: createPackageAsset('world-atlas/countries-110m.json', 'outlines', 'json'),
  fine: createPackageAsset('world-atlas/countries-50m.json', 'outlines', 'json'),
  capitals: createStringAsset(buildCapitals(), 'capitals', 'json'),
};

/** Mounts the routes of the assets. */
export function mountMapAssets(app: FastifyInstance): void {
  mountAssets(app, Object.values(mapAssets) as Asset[]);
}
