import type { PagePart, PagePlace } from '#app/core/domain/domain.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { Site } from '#app/site.ts';
import { tileAddress } from '../../maps.settings.ts';
import { mapPart } from './map.part.ts';

/** How near a single place is shown: streets where there are any, else its part of the country. */
const NEAR = { streets: 15, outlines: 6 } as const;

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

/** A map of places that a page tells of. */
export function mapOfPlaces(site: Site, say: Say, places: readonly PagePlace[]): PagePart {
  const features = places.map((place, index) => ({
    id: `map-place-${index + 1}`,
    body: placeItem(place),
    drawing: { kind: 'point', at: [place.latitude, place.longitude], isVenue: true } as const,
  }));
  const [only] = places;
  const zoom = site.settings.get(tileAddress) === '' ? NEAR.outlines : NEAR.streets;
  const view = places.length === 1 && only ? { view: { at: [only.latitude, only.longitude] as const, zoom } } : {};
  const label = say('map.title', { title: places.map(({ name }) => name).join(', ') });
  return mapPart(site, say, label, { ...view, height: '320px' }, [{ heading: say('map.where'), features }]);
}
