import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { expandShortcodesInAll } from '#app/core/shortcodes/expand-shortcodes.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import type { Drawing } from './drawing/map-drawing.ts';
import type { FeatureGroup, ListedFeature } from './drawing/map.part.ts';
import { renderPlaceItem } from './drawing/places.part.ts';
import { drawShape, countPoints } from './drawing/shapes.rules.ts';
import type { MapRecord } from '../map/map.columns.ts';
import type { MarkerRecord } from '../marker/marker.columns.ts';
import { listMarkers } from '../marker/marker.list.ts';
import { type ShapeKindName, shapeKindNames } from '../shape/kinds.ts';
import { listShapes, type ShapeRecord } from '../shape/shape.service.ts';
import { listVenuePlaces } from '../venue-places.ts';

/** Maximum number of features of each kind on a page. The APIs return all features. */
const MAX_FEATURES = 500;
/** Maximum number of points that a page draws. Further shapes are only in the list. */
const MAX_POINTS = 20_000;

const keepHttpUrl = (url: string): string => (/^https?:\/\//i.test(url) ? url : '');

/** Texts and drawing of a feature, before the shortcodes in the description are expanded. */
interface DrawnFeature {
  id: string;
  name: string;
  link: string;
  facts: Html | null;
  description: string;
  drawing: Drawing | null;
}

async function toListedFeatures(site: Site, features: readonly DrawnFeature[]): Promise<ListedFeature[]> {
  const descriptions = await expandShortcodesInAll(
    site,
    features.map(({ description }) => description),
  );
  return features.map(({ id, name, link, facts, drawing }, index) => {
    const url = keepHttpUrl(link);
    const body = html`<h3>${url === '' ? name : html`<a href="${url}">${name}</a>`}</h3>
${facts}${trustHtml(descriptions[index] ?? '')}`;
    return { id, body, drawing };
  });
}

/** Returns the path of the first URL on this site. Pages do not load marker icons from other sites. */
function findOwnIcon(site: Site, ...urls: readonly string[]): string | undefined {
  const { origin } = new URL(site.config.siteUrl);
  const ownUrl = urls.map((url) => URL.parse(url, site.config.siteUrl)).find((url) => url?.origin === origin);
  return ownUrl && ownUrl.pathname !== '/' ? ownUrl.pathname + ownUrl.search : undefined;
}

function describeMarker(site: Site, map: MapRecord, marker: MarkerRecord): DrawnFeature {
  const { id, title, address, description, link, lat, lng, latNum, lngNum, infoOpen } = marker;
  const place = stripTags(address);
  const name = stripTags(title) || place || `${lat}, ${lng}`;
  const icon = findOwnIcon(site, ...[marker.icon, map.defaultMarker].filter((url) => url !== ''));
  const drawing: Drawing | null =
    latNum === null || lngNum === null
      ? null
      : { kind: 'point', at: [latNum, lngNum], ...(icon !== undefined && { icon }), ...(infoOpen === '1' && { isOpen: true }) };
  const facts = html`${place !== '' && place !== name && html`<address>${place}</address>\n`}${drawing && html`<p>${lat}, ${lng}</p>\n`}`;
  return { id: `map-marker-${id}`, name, link, facts, description, drawing };
}

type AnyShape = ShapeRecord & Readonly<Partial<Record<'title' | 'name' | 'link' | 'description', string>>>;

function describeShape(translate: Translate, kind: ShapeKindName, shape: AnyShape, position: number): DrawnFeature {
  const { title = '', name: shapeName = '', link = '', description = '' } = shape;
  const name = stripTags(title) || stripTags(shapeName) || translate(`map.one.${kind}`, { number: position });
  const drawing = drawShape(kind, shape, name);
  return { id: `map-${kind.toLowerCase()}-${shape.id}`, name, link, facts: null, description, drawing };
}

/** Removes the drawings of shapes that have more points than the remaining budget. Reduces the budget by the points of the other shapes. */
function limitPoints(shapes: readonly DrawnFeature[], budget: { points: number }): DrawnFeature[] {
  return shapes.map((shape) => {
    const points = shape.drawing ? countPoints(shape.drawing) : 0;
    if (points > budget.points) return { ...shape, drawing: null };
    budget.points -= points;
    return shape;
  });
}

/** Returns the features on a map's page: markers, venues of the site if the map shows them, and shapes. Runs at most ten statements. */
export async function listFeatures(site: Site, translate: Translate, map: MapRecord): Promise<FeatureGroup[]> {
  const markers = await listMarkers(site, { mapIds: [map.id], includesUnapproved: false }, { limit: MAX_FEATURES });
  const venues = map.showsVenues ? await listVenuePlaces(site, MAX_FEATURES) : [];
  const groups: FeatureGroup[] = [
    {
      heading: translate('map.markers'),
      features: await toListedFeatures(
        site,
        markers.map((marker) => describeMarker(site, map, marker)),
      ),
    },
    {
      heading: translate('map.venues'),
      features: venues.map((venue) => ({
        id: `map-venue-${venue.id}`,
        body: renderPlaceItem(venue),
        drawing: { kind: 'point', at: [venue.latitude, venue.longitude], isVenue: true },
      })),
    },
  ];
  const budget = { points: MAX_POINTS };
  for (const kind of shapeKindNames) {
    const shapes = await listShapes(site, kind, [map.id], { take: MAX_FEATURES });
    const shapeFeatures = shapes.map((shape, index) => describeShape(translate, kind, shape, index + 1));
    groups.push({ heading: translate(`map.${kind}`), features: await toListedFeatures(site, limitPoints(shapeFeatures, budget)) });
  }
  return groups;
}
