import type { PagePart, PagePlace } from '#app/core/domain/domain.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { Site } from '#app/site.ts';
import { tileAddress } from '../../maps.settings.ts';
import { mapPart } from './map.part.ts';

/** How near a single place is shown. */
const STREETS = 15;

/** What a list says of a place: its name, its address and where it is. */
export const placeItem = ({
  name,
  url,
  address,
  latitude,
  longitude,
}: PagePlace): Html => html`<h3>${url === '' ? name : html`<a href="${url}">${name}</a>`}</h3>
${address !== '' && html`<address>${address}</address>`}
<p>${latitude}, ${longitude}</p>`;

/** A map with the streets around places that a page tells of; null where the site has none: outlines of countries show no way there. */
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
