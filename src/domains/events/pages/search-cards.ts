import type { SearchCards } from '#app/core/domain/domain.ts';
import { html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { renderEventCard } from '../calendar/html/event-card.ts';
import { stylesheetPath } from '../calendar/stylesheet.ts';
import { loadEvents } from '../event.reader.ts';
import { eventKind } from '../kinds.ts';
import { getTicketing } from '../ticketing.ts';

/** Renders the events among search results as cards; null if none exist. Uses a constant number of statements. */
export async function renderSearchCards(
  site: Site,
  translate: Translate,
  matches: readonly { id: number; kind: string }[],
): Promise<SearchCards | null> {
  const ids = matches.filter(({ kind }) => kind === eventKind.name).map(({ id }) => id);
  if (ids.length === 0) return null;
  const [events, tickets] = await Promise.all([loadEvents(site, ids), getTicketing(site).findTicketSummaries(site, translate, ids)]);
  const context = { site, translate, tickets, level: 2 } as const;
  return {
    head: html`<link rel="stylesheet" href="${toSitePath(site, stylesheetPath)}">`,
    cards: new Map(events.map((event) => [event.id, html`<div class="evt-page evt-list">${renderEventCard(context, event)}</div>`])),
  };
}
