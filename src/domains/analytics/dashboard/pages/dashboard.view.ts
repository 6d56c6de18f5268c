import { type Html, html } from '#app/core/html.ts';
import type { PageKind } from '#app/core/page-views.ts';
import { plainOf } from '#app/domains/events/calendar/plain.ts';
import { LONGEST_PERIOD, type Period } from '#app/domains/figures/reading/days.ts';
import type { Figures, FiguresOfDay, FiguresOfEvent, Takings, Trade } from '#app/domains/figures/reading/figures.ts';
import type { Channel } from '#app/domains/figures/views/channel.rules.ts';
import { barPart, plotPart } from '#app/web/pages/plot.ts';

/** Everything that the dashboard shows. */
export interface DashboardView {
  /** Path of the page itself. */
  path: string;
  figures: Figures;
  events: readonly FiguresOfEvent[];
  /** The event that the figures are of; null = the whole site. */
  event: { id: number; title: string } | null;
  /** Spans to choose from, the last day of each being today. */
  spans: readonly { label: string; period: Period }[];
  /** What was wrong with what was asked for. */
  error: string | null;
  /** What comes below the figures. */
  below: Html | null;
}

const channelNames: Readonly<Record<Channel, string>> = {
  direct: 'Directly, or not told',
  site: 'Other pages of the site',
  search: 'Search engines',
  social: 'Social networks',
  mail: 'Mail read in a browser',
  referral: 'Other sites',
};

const kindNames: Readonly<Record<PageKind, string>> = {
  front: 'Front page',
  post: 'Posts',
  page: 'Pages',
  event: 'Events',
  venue: 'Venues',
  organizer: 'Organizers',
  calendar: 'Calendar',
  archive: 'Lists of posts',
  search: 'Search',
  other: 'Others',
};

const number = new Intl.NumberFormat('en');
const amount = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const dayName = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const shortName = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

const takingsText = (takings: readonly Takings[]): string =>
  takings.length === 0 ? '–' : takings.map(({ currency, minorUnits }) => `${amount.format(minorUnits / 100)} ${currency}`).join(', ');

const addressOf = (path: string, { from, to }: Period, eventId: number | undefined): string =>
  `${path}?${new URLSearchParams({ from, to, ...(eventId !== undefined && { event: String(eventId) }) })}`;

function periodForm({
  path,
  figures: {
    asked: { period },
  },
  event,
  spans,
  error,
}: DashboardView): Html {
  const dateField = (name: 'from' | 'to', label: string) =>
    html`<div class="field"><label for="${name}">${label}</label><input type="date" id="${name}" name="${name}" value="${period[name]}" required></div>`;
  return html`${error !== null && html`<div class="notice error" role="alert"><p>${error}</p></div>`}
<form class="period" method="get" action="${path}">
${dateField('from', 'First day')}
${dateField('to', 'Last day')}
${event && html`<input type="hidden" name="event" value="${event.id}">`}
<button>Show</button>
</form>
<ul class="periods" aria-label="Periods">${spans.map((span) => html`<li><a href="${addressOf(path, span.period, event?.id)}">${span.label}</a></li>`)}</ul>`;
}

function sums(views: number, trade: Trade | null): Html {
  const sum = (label: string, text: string) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`;
  return html`<dl class="sums">
${sum('Views', number.format(views))}
${trade && html`${sum('Tickets', number.format(trade.tickets))}${sum('Check-ins', number.format(trade.checkIns))}${sum('Takings', takingsText(trade.takings))}`}
</dl>`;
}

interface Curve {
  /** Within a sentence, and as a heading. */
  title: string;
  valueOf(day: FiguresOfDay): number;
  /** A further column of the table. */
  more?: { title: string; textOf(day: FiguresOfDay): string };
}

const curves = (seesTrade: boolean): readonly Curve[] => [
  { title: 'Views', valueOf: ({ views }) => views },
  ...(seesTrade
    ? [
        {
          title: 'Tickets',
          valueOf: ({ trade }: FiguresOfDay) => trade?.tickets ?? 0,
          more: { title: 'Takings', textOf: ({ trade }: FiguresOfDay) => takingsText(trade?.takings ?? []) },
        },
        { title: 'Check-ins', valueOf: ({ trade }: FiguresOfDay) => trade?.checkIns ?? 0 },
      ]
    : []),
];

function curvePart({ title, valueOf, more }: Curve, days: readonly FiguresOfDay[]): Html {
  const plot = plotPart({ name: title, days: days.map(({ day }) => shortName.format(dateOf(day))), values: days.map(valueOf) });
  const rows = days.map(
    (one) =>
      html`<tr><th scope="row">${dayName.format(dateOf(one.day))}</th><td class="number">${number.format(valueOf(one))}</td>${
        more && html`<td class="number">${more.textOf(one)}</td>`
      }</tr>`,
  );
  return html`<section>
<h2>${title} by day</h2>
${plot}
<details><summary>${title} by day as a table</summary>
<div class="scrolled" tabindex="0" role="region" aria-label="${title} by day">
<table class="numbers"><thead><tr><th scope="col">Day</th><th scope="col" class="number">${title}</th>${
    more && html`<th scope="col" class="number">${more.title}</th>`
  }</tr></thead>
<tbody>${rows}</tbody></table></div></details>
</section>`;
}

function sharesPart(title: string, column: string, rows: readonly { name: string; views: number }[]): Html {
  const most = Math.max(0, ...rows.map(({ views }) => views));
  return html`<section>
<h2>${title}</h2>
<table class="numbers"><thead><tr><th scope="col">${column}</th><th scope="col" class="number">Views</th></tr></thead>
<tbody>${rows.map(({ name, views }) => html`<tr><th scope="row">${name}${barPart(views, most)}</th><td class="number">${number.format(views)}</td></tr>`)}</tbody></table>
</section>`;
}

function eventsPart({
  path,
  figures: {
    asked: { period },
    trade,
  },
  events,
}: DashboardView): Html {
  const most = Math.max(0, ...events.map(({ views }) => views));
  const row = ({ id, title, views, trade: of }: FiguresOfEvent) =>
    html`<tr><th scope="row"><a href="${addressOf(path, period, id)}" dir="auto">${plainOf(title) || 'Untitled'}</a>${barPart(views, most)}</th><td class="number">${number.format(views)}</td>${
      of && html`<td class="number">${number.format(of.tickets)}</td><td class="number">${number.format(of.checkIns)}</td>`
    }</tr>`;
  const columns = ['Views', ...(trade ? ['Tickets', 'Check-ins'] : [])];
  return html`<section>
<h2>By event</h2>
${
  events.length === 0
    ? html`<p>Nobody looked at an event in these days.</p>`
    : html`<table class="numbers"><thead><tr><th scope="col">Event</th>${columns.map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${events.map(row)}</tbody></table>`
}
</section>`;
}

/** The body of the dashboard. */
export function dashboardBody(view: DashboardView): Html {
  const { path, figures, event, below } = view;
  const { asked, views, trade, days, channels, kinds } = figures;
  return html`<h1>Figures</h1>
${event && html`<p>Of <strong dir="auto">${event.title}</strong> alone. <a href="${addressOf(path, asked.period, undefined)}">Figures of the whole site</a></p>`}
${periodForm(view)}
${sums(views, trade)}
${curves(trade !== null).map((curve) => curvePart(curve, days))}
${sharesPart(
  'Where people came from',
  'Channel',
  channels.map(({ channel, views: seen }) => ({ name: channelNames[channel], views: seen })),
)}
${
  event === null &&
  html`${eventsPart(view)}
${
  kinds.length > 0 &&
  sharesPart(
    'What they looked at',
    'Pages',
    kinds.map(({ kind, views: seen }) => ({ name: kindNames[kind], views: seen })),
  )
}`
}
${below}
<p class="quiet">The site counts by itself, without cookies and without storing who looked; people who work on it and programs are left out. Days are those of the site’s clocks; at most ${LONGEST_PERIOD} are shown.</p>`;
}
