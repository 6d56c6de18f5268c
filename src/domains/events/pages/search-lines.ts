import { type Html, html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { Site } from '#app/site.ts';
import { isHidden } from '../../content/rendering.ts';
import { cancellationOf } from '../calendar/cancelled.ts';
import { shownVenues } from '../calendar/html/event-card.ts';
import { plainOf } from '../calendar/plain.ts';
import { loadEvents } from '../event.reader.ts';
import type { EventRecord } from '../event.record.ts';
import { eventKind } from '../kinds.ts';
import { whenText } from '../when-text.ts';

function lineOf(site: Site, say: Say, event: EventRecord): Html {
  const [venue] = isHidden(event) ? [] : shownVenues(event);
  return html`<p><time datetime="${event.startLocal}">${whenText(site, say, event)}</time>${venue && html` · ${plainOf(venue.title)}`}${cancellationOf(event) && html` · ${say('event.cancelled')}`}</p>`;
}

/** When and where found events take place, by number. One statement. */
export async function searchLines(
  site: Site,
  say: Say,
  found: readonly { id: number; kind: string }[],
): Promise<ReadonlyMap<number, Html>> {
  const ids = found.filter(({ kind }) => kind === eventKind.name).map(({ id }) => id);
  const events = ids.length === 0 ? [] : await loadEvents(site, ids);
  return new Map(events.map((event) => [event.id, lineOf(site, say, event)]));
}
