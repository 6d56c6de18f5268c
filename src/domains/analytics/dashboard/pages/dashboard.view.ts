import { minorDigits, unitsOf } from '#app/core/money/currency.ts';
import { type Html, html } from '#app/core/text/html.ts';
import { sayMarked } from '#app/core/language/marked.ts';
import { ofLanguages, type Say } from '#app/core/language/say.ts';
import { plainOf } from '#app/domains/events/calendar/plain.ts';
import { LONGEST_PERIOD, type Period } from '#app/domains/figures/reading/days.ts';
import type { Figures, FiguresOfDay, FiguresOfEvent, Takings, Trade } from '#app/domains/figures/reading/figures.ts';
import { barPart, plotPart } from '#app/web/pages/plot.ts';

/** Data that the dashboard shows. */
export interface DashboardView {
  say: Say;
  /** Path of the dashboard page. */
  path: string;
  figures: Figures;
  events: readonly FiguresOfEvent[];
  /** The event of the statistics, or null for the whole site. */
  event: { id: number; title: string } | null;
  /** Periods to choose from. Each ends today. */
  spans: readonly { label: string; period: Period }[];
  /** Reason why the requested period is invalid. */
  error: string | null;
  /** Content below the statistics. */
  below: Html | null;
}

const numbers = ofLanguages((language) => new Intl.NumberFormat(language));
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** Formatters of numbers and days in the reader's language. */
interface Written {
  say: Say;
  number: Intl.NumberFormat;
  amount: (value: number, digits: number) => string;
  dayName: Intl.DateTimeFormat;
  shortName: Intl.DateTimeFormat;
}

const writtenIn = (say: Say): Written => ({
  say,
  number: numbers[say.language],
  amount: (value, digits) => value.toLocaleString(say.language, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  dayName: new Intl.DateTimeFormat(say.language, { dateStyle: 'medium', timeZone: 'UTC' }),
  shortName: new Intl.DateTimeFormat(say.language, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
});

const takingsText = ({ amount }: Written, takings: readonly Takings[]): string =>
  takings.length === 0
    ? '–'
    : takings.map(({ currency, minorUnits }) => `${amount(unitsOf(minorUnits, currency), minorDigits(currency))} ${currency}`).join(', ');

const addressOf = (path: string, { from, to }: Period, eventId: number | undefined): string =>
  `${path}?${new URLSearchParams({ from, to, ...(eventId !== undefined && { event: String(eventId) }) })}`;

function periodForm({
  say,
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
${dateField('from', say('figures.from'))}
${dateField('to', say('figures.to'))}
${event && html`<input type="hidden" name="event" value="${event.id}">`}
<button>${say('figures.show')}</button>
</form>
<ul class="periods" aria-label="${say('figures.periods')}">${spans.map((span) => html`<li><a href="${addressOf(path, span.period, event?.id)}">${span.label}</a></li>`)}</ul>`;
}

function sums(written: Written, views: number, trade: Trade | null): Html {
  const { say, number } = written;
  const sum = (label: string, text: string) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`;
  return html`<dl class="sums">
${sum(say('figures.views'), number.format(views))}
${trade && html`${sum(say('figures.tickets'), number.format(trade.tickets))}${sum(say('figures.checkIns'), number.format(trade.checkIns))}${sum(say('figures.takings'), takingsText(written, trade.takings))}`}
</dl>`;
}

interface Curve {
  title: string;
  valueOf(day: FiguresOfDay): number;
  /** An additional column of the table. */
  more?: { title: string; textOf(day: FiguresOfDay): string };
}

const curves = (written: Written, seesTrade: boolean): readonly Curve[] => [
  { title: written.say('figures.views'), valueOf: ({ views }) => views },
  ...(seesTrade
    ? [
        {
          title: written.say('figures.tickets'),
          valueOf: ({ trade }: FiguresOfDay) => trade?.tickets ?? 0,
          more: { title: written.say('figures.takings'), textOf: ({ trade }: FiguresOfDay) => takingsText(written, trade?.takings ?? []) },
        },
        { title: written.say('figures.checkIns'), valueOf: ({ trade }: FiguresOfDay) => trade?.checkIns ?? 0 },
      ]
    : []),
];

function curvePart({ say, number, dayName, shortName }: Written, { title, valueOf, more }: Curve, days: readonly FiguresOfDay[]): Html {
  const byDay = say('figures.byDay', { name: title });
  const plot = plotPart({ say, name: title, days: days.map(({ day }) => shortName.format(dateOf(day))), values: days.map(valueOf) });
  const rows = days.map(
    (one) =>
      html`<tr><th scope="row">${dayName.format(dateOf(one.day))}</th><td class="number">${number.format(valueOf(one))}</td>${
        more && html`<td class="number">${more.textOf(one)}</td>`
      }</tr>`,
  );
  return html`<section>
<h2>${byDay}</h2>
${plot}
<details><summary>${say('figures.byDayTable', { name: title })}</summary>
<div class="scrolled" tabindex="0" role="region" aria-label="${byDay}">
<table class="numbers"><thead><tr><th scope="col">${say('figures.day')}</th><th scope="col" class="number">${title}</th>${
    more && html`<th scope="col" class="number">${more.title}</th>`
  }</tr></thead>
<tbody>${rows}</tbody></table></div></details>
</section>`;
}

function sharesPart({ say, number }: Written, title: string, column: string, rows: readonly { name: string; views: number }[]): Html {
  const most = Math.max(0, ...rows.map(({ views }) => views));
  return html`<section>
<h2>${title}</h2>
<table class="numbers"><thead><tr><th scope="col">${column}</th><th scope="col" class="number">${say('figures.views')}</th></tr></thead>
<tbody>${rows.map(({ name, views }) => html`<tr><th scope="row">${name}${barPart(views, most)}</th><td class="number">${number.format(views)}</td></tr>`)}</tbody></table>
</section>`;
}

function eventsPart(
  { say, number }: Written,
  {
    path,
    figures: {
      asked: { period },
      trade,
    },
    events,
  }: DashboardView,
): Html {
  const most = Math.max(0, ...events.map(({ views }) => views));
  const row = ({ id, title, views, trade: of }: FiguresOfEvent) =>
    html`<tr><th scope="row"><a href="${addressOf(path, period, id)}" dir="auto">${plainOf(title) || say('event.untitled')}</a>${barPart(views, most)}</th><td class="number">${number.format(views)}</td>${
      of && html`<td class="number">${number.format(of.tickets)}</td><td class="number">${number.format(of.checkIns)}</td>`
    }</tr>`;
  const columns = [say('figures.views'), ...(trade ? [say('figures.tickets'), say('figures.checkIns')] : [])];
  return html`<section>
<h2>${say('figures.byEvent')}</h2>
${
  events.length === 0
    ? html`<p>${say('figures.noEvent')}</p>`
    : html`<table class="numbers"><thead><tr><th scope="col">${say('figures.event')}</th>${columns.map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${events.map(row)}</tbody></table>`
}
</section>`;
}

/** Renders the body of the dashboard. */
export function dashboardBody(view: DashboardView): Html {
  const { say, path, figures, event, below } = view;
  const written = writtenIn(say);
  const { asked, views, trade, days, channels, kinds } = figures;
  return html`<h1>${say('figures.title')}</h1>
${event && html`<p>${sayMarked(say, 'figures.alone', { event: html`<strong dir="auto">${event.title}</strong>` })} <a href="${addressOf(path, asked.period, undefined)}">${say('figures.whole')}</a></p>`}
${periodForm(view)}
${sums(written, views, trade)}
${curves(written, trade !== null).map((curve) => curvePart(written, curve, days))}
${sharesPart(
  written,
  say('figures.cameFrom'),
  say('figures.channel'),
  channels.map(({ channel, views: seen }) => ({ name: say(`figures.channel.${channel}`), views: seen })),
)}
${
  event === null &&
  html`${eventsPart(written, view)}
${
  kinds.length > 0 &&
  sharesPart(
    written,
    say('figures.lookedAt'),
    say('figures.pages'),
    kinds.map(({ kind, views: seen }) => ({ name: say(`figures.kind.${kind}`), views: seen })),
  )
}`
}
${below}
<p class="quiet">${say('figures.how', { days: LONGEST_PERIOD })}</p>`;
}
