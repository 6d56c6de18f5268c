import type { PagePart, PagePlace } from '#app/core/domain/domain.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { Site } from '#app/site.ts';
import { tileAddress } from '../../maps.settings.ts';
import { mapPart } from './map.part.ts';

/** Zoom level of a single place. */
const STREETS = 15;

/** Renders a place in a list: name, address and coordinates. */
export const placeItem = ({
  name,
  url,
  address,
  latitude,
  longitude,
}: PagePlace): Html => html`<h3>${url === '' ? name : html`<a href="${url}">${name}</a>`}</h3>
${address !== '' && html`<address>${address}</address>`}
<p>${latitude}, ${longitude}</p>`;

/** Renders a street map of a page's places; null without a tile server, because outlines of countries do not help visitors find a place. */
export function mapOfPlaces(site: Site, say: Say, places: readonly PagePlace[]): PagePart | null {
  if (site.settings.get(tileAddress) === '') return null;
  const features = places.map((place, index) => ({
    id: `map-place-${index + 1}`,
    body: placeItem(place),
    drawing: { kind: 'point', at: [place.latitude, place.longitude], isVenue: true } as const,
  }));
  const [only] = places;
  const view = places.length === 1 && only ? { view: { at: [only.latitude, only.longitude] as const, zoom: STREETS } } : {};
  const label = say('map.title', { title: places.map(({ name }) => name).join(', ') });
  return mapPart(site, say, label, { ...view, height: '320px' }, [{ heading: say('map.where'), features }]);
}
