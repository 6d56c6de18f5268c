import { getMinorDigits, toMajorUnits } from '#app/core/money/currency.ts';
import { type Html, html } from '#app/core/text/html.ts';
import { translateToHtml } from '#app/core/language/translate-to-html.ts';
import { createForLanguages, type Translate } from '#app/core/language/translate.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { LONGEST_PERIOD, type Period } from '#app/domains/figures/reading/days.ts';
import type { SiteStatistics, DailyStatistics, EventStatistics, Revenue, SalesAndCheckIns } from '#app/domains/figures/reading/figures.ts';
import { renderBar, renderPlot } from '#app/web/pages/plot.ts';

/** Data that the dashboard shows. */
export interface DashboardView {
  translate: Translate;
  /** Path of the dashboard page. */
  path: string;
  statistics: SiteStatistics;
  events: readonly EventStatistics[];
  /** The event whose statistics are shown. Null for the whole site. */
  event: { id: number; title: string } | null;
  /** Periods that the viewer can choose with one click. Each ends today. */
  presets: readonly { label: string; period: Period }[];
  /** Reason why the requested period is invalid. Null if the period is valid. */
  error: string | null;
  /** HTML below the statistics. */
  below: Html | null;
}

const numberFormats = createForLanguages((language) => new Intl.NumberFormat(language));
const toDate = (day: string) => new Date(`${day}T00:00:00Z`);

/** Formatters for texts, numbers and days in the viewer's language. */
interface Formatters {
  translate: Translate;
  numberFormat: Intl.NumberFormat;
  formatAmount: (value: number, digits: number) => string;
  dayFormat: Intl.DateTimeFormat;
  /** Formats days without the year. */
  shortDayFormat: Intl.DateTimeFormat;
}

const createFormatters = (translate: Translate): Formatters => ({
  translate,
  numberFormat: numberFormats[translate.language],
  formatAmount: (value, digits) =>
    value.toLocaleString(translate.language, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  dayFormat: new Intl.DateTimeFormat(translate.language, { dateStyle: 'medium', timeZone: 'UTC' }),
  shortDayFormat: new Intl.DateTimeFormat(translate.language, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
});

const formatRevenue = ({ formatAmount }: Formatters, revenues: readonly Revenue[]): string =>
  revenues.length === 0
    ? '–'
    : revenues
        .map(({ currency, minorUnits }) => `${formatAmount(toMajorUnits(minorUnits, currency), getMinorDigits(currency))} ${currency}`)
        .join(', ');

const buildDashboardUrl = (path: string, { from, to }: Period, eventId: number | undefined): string =>
  `${path}?${new URLSearchParams({ from, to, ...(eventId !== undefined && { event: String(eventId) }) })}`;

function renderPeriodForm({
  translate,
  path,
  statistics: {
    query: { period },
  },
  event,
  presets,
  error,
}: DashboardView): Html {
  const dateField = (name: 'from' | 'to', label: string) =>
    html`<div class="field"><label for="${name}">${label}</label><input type="date" id="${name}" name="${name}" value="${period[name]}" required></div>`;
  return html`${error !== null && html`<div class="notice error" role="alert"><p>${error}</p></div>`}
<form class="period" method="get" action="${path}">
${dateField('from', translate('figures.from'))}
${dateField('to', translate('figures.to'))}
${event && html`<input type="hidden" name="event" value="${event.id}">`}
<button>${translate('figures.show')}</button>
</form>
<ul class="periods" aria-label="${translate('figures.periods')}">${presets.map((preset) => html`<li><a href="${buildDashboardUrl(path, preset.period, event?.id)}">${preset.label}</a></li>`)}</ul>`;
}

function renderSums(formatters: Formatters, views: number, sales: SalesAndCheckIns | null): Html {
  const { translate, numberFormat } = formatters;
  const renderSum = (label: string, text: string) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`;
  return html`<dl class="sums">
${renderSum(translate('figures.views'), numberFormat.format(views))}
${sales && html`${renderSum(translate('figures.tickets'), numberFormat.format(sales.tickets))}${renderSum(translate('figures.checkIns'), numberFormat.format(sales.checkIns))}${renderSum(translate('figures.takings'), formatRevenue(formatters, sales.revenue))}`}
</dl>`;
}

interface Curve {
  title: string;
  getValue(day: DailyStatistics): number;
  /** Additional column of the table that lists the values of the curve. */
  extraColumn?: { title: string; formatValue(day: DailyStatistics): string };
}

const listCurves = (formatters: Formatters, canSeeSales: boolean): readonly Curve[] => [
  { title: formatters.translate('figures.views'), getValue: ({ views }) => views },
  ...(canSeeSales
    ? [
        {
          title: formatters.translate('figures.tickets'),
          getValue: ({ trade: sales }: DailyStatistics) => sales?.tickets ?? 0,
          extraColumn: {
            title: formatters.translate('figures.takings'),
            formatValue: ({ trade: sales }: DailyStatistics) => formatRevenue(formatters, sales?.revenue ?? []),
          },
        },
        { title: formatters.translate('figures.checkIns'), getValue: ({ trade: sales }: DailyStatistics) => sales?.checkIns ?? 0 },
      ]
    : []),
];

function renderCurve(
  { translate, numberFormat, dayFormat, shortDayFormat }: Formatters,
  { title, getValue, extraColumn }: Curve,
  days: readonly DailyStatistics[],
): Html {
  const byDay = translate('figures.byDay', { name: title });
  const plot = renderPlot({
    translate,
    name: title,
    days: days.map(({ day }) => shortDayFormat.format(toDate(day))),
    values: days.map(getValue),
  });
  const rows = days.map(
    (day) =>
      html`<tr><th scope="row">${dayFormat.format(toDate(day.day))}</th><td class="number">${numberFormat.format(getValue(day))}</td>${
        extraColumn && html`<td class="number">${extraColumn.formatValue(day)}</td>`
      }</tr>`,
  );
  return html`<section>
<h2>${byDay}</h2>
${plot}
<details><summary>${translate('figures.byDayTable', { name: title })}</summary>
<div class="scrolled" tabindex="0" role="region" aria-label="${byDay}">
<table class="numbers"><thead><tr><th scope="col">${translate('figures.day')}</th><th scope="col" class="number">${title}</th>${
    extraColumn && html`<th scope="col" class="number">${extraColumn.title}</th>`
  }</tr></thead>
<tbody>${rows}</tbody></table></div></details>
</section>`;
}

/** Renders a table of page views with a bar for each row. */
function renderViewsTable(
  { translate, numberFormat }: Formatters,
  title: string,
  column: string,
  rows: readonly { name: string; views: number }[],
): Html {
  const max = Math.max(0, ...rows.map(({ views }) => views));
  return html`<section>
<h2>${title}</h2>
<table class="numbers"><thead><tr><th scope="col">${column}</th><th scope="col" class="number">${translate('figures.views')}</th></tr></thead>
<tbody>${rows.map(({ name, views }) => html`<tr><th scope="row">${name}${renderBar(views, max)}</th><td class="number">${numberFormat.format(views)}</td></tr>`)}</tbody></table>
</section>`;
}

function renderEvents(
  { translate, numberFormat }: Formatters,
  {
    path,
    statistics: {
      query: { period },
      trade: sales,
    },
    events,
  }: DashboardView,
): Html {
  const max = Math.max(0, ...events.map(({ views }) => views));
  const renderRow = ({ id, title, views, trade: eventSales }: EventStatistics) =>
    html`<tr><th scope="row"><a href="${buildDashboardUrl(path, period, id)}" dir="auto">${toPlainText(title) || translate('event.untitled')}</a>${renderBar(views, max)}</th><td class="number">${numberFormat.format(views)}</td>${
      eventSales &&
      html`<td class="number">${numberFormat.format(eventSales.tickets)}</td><td class="number">${numberFormat.format(eventSales.checkIns)}</td>`
    }</tr>`;
  const columns = [translate('figures.views'), ...(sales ? [translate('figures.tickets'), translate('figures.checkIns')] : [])];
  return html`<section>
<h2>${translate('figures.byEvent')}</h2>
${
  events.length === 0
    ? html`<p>${translate('figures.noEvent')}</p>`
    : html`<table class="numbers"><thead><tr><th scope="col">${translate('figures.event')}</th>${columns.map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${events.map(renderRow)}</tbody></table>`
}
</section>`;
}

/** Renders the body of the dashboard. */
export function renderDashboard(view: DashboardView): Html {
  const { translate, path, statistics: siteStatistics, event, below } = view;
  const formatters = createFormatters(translate);
  const { query, views, trade: sales, days, channels, kinds } = siteStatistics;
  return html`<h1>${translate('figures.title')}</h1>
${event && html`<p>${translateToHtml(translate, 'figures.alone', { event: html`<strong dir="auto">${event.title}</strong>` })} <a href="${buildDashboardUrl(path, query.period, undefined)}">${translate('figures.whole')}</a></p>`}
${renderPeriodForm(view)}
${renderSums(formatters, views, sales)}
${listCurves(formatters, sales !== null).map((curve) => renderCurve(formatters, curve, days))}
${renderViewsTable(
  formatters,
  translate('figures.cameFrom'),
  translate('figures.channel'),
  channels.map(({ channel, views: count }) => ({ name: translate(`figures.channel.${channel}`), views: count })),
)}
${
  event === null &&
  html`${renderEvents(formatters, view)}
${
  kinds.length > 0 &&
  renderViewsTable(
    formatters,
    translate('figures.lookedAt'),
    translate('figures.pages'),
    kinds.map(({ kind, views: count }) => ({ name: translate(`figures.kind.${kind}`), views: count })),
  )
}`
}
${below}
<p class="quiet">${translate('figures.how', { days: LONGEST_PERIOD })}</p>`;
}
