import type { PagePart, PagePlace } from '#app/core/domain/domain.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { tileUrl } from '../../maps.settings.ts';
import { renderMap } from './map.part.ts';

/** Zoom level for a map with a single place. */
const STREET_ZOOM = 15;

/** Renders the list item of a place: name, address and coordinates. */
export const renderPlaceItem = ({
  name,
  url,
  address,
  latitude,
  longitude,
}: PagePlace): Html => html`<h3>${url === '' ? name : html`<a href="${url}">${name}</a>`}</h3>
${address !== '' && html`<address>${address}</address>`}
<p>${latitude}, ${longitude}</p>`;

/** Renders a street map with places. Returns null without a tile server, because outlines of countries do not help visitors to find a place. */
export function renderPlaces(site: Site, translate: Translate, places: readonly PagePlace[]): PagePart | null {
  if (site.settings.get(tileUrl) === '') return null;
  const features = places.map((place, index) => ({
    id: `map-place-${index + 1}`,
    body: renderPlaceItem(place),
    drawing: { kind: 'point', at: [place.latitude, place.longitude], isVenue: true } as const,
  }));
  const [firstPlace] = places;
  const view =
    places.length === 1 && firstPlace ? { view: { at: [firstPlace.latitude, firstPlace.longitude] as const, zoom: STREET_ZOOM } } : {};
  const label = translate('map.title', { title: places.map(({ name }) => name).join(', ') });
  return renderMap(site, translate, label, { ...view, height: '320px' }, [{ heading: translate('map.where'), features }]);
}
