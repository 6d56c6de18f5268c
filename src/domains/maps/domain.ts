import { defineDomain } from '#app/site.ts';
import { trimGeocodeCache } from './geocoder/geocoder.service.ts';
import { ensureFirstMap } from './map/initial.ts';
import { renderMapShortcode } from './map/map.shortcode.ts';
import { mountMapAssets } from './pages/drawing/assets.ts';
import { renderPlaces } from './pages/drawing/places.part.ts';
import { mountMapPages } from './pages/map.page.ts';
import * as mapsSettings from './maps.settings.ts';
import { mapData } from './personal-data.ts';

/** Maps with markers and shapes, and geocoding. */
export const maps = defineDomain({
  name: 'maps',
  personalData: mapData,
  settings: Object.values(mapsSettings),
  shortcodes: { map: renderMapShortcode },
  getPlacesPart: renderPlaces,
  pages: (app, site) => {
    mountMapAssets(app);
    mountMapPages(app, site);
  },
  createInitialContent: ensureFirstMap,
  cleanUp: async (site) => ({ geocodedPlaces: await trimGeocodeCache(site) }),
});
