import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { type Translate, getTexts } from '#app/core/language/translate.ts';

const WIDTH = 1000;
const HEIGHT = 200;

/** Data of a plot: one value for each day. */
export interface Plot {
  /** Texts. Default: English. */
  translate?: Translate;
  /** Name of the values, such as `Views`. */
  name: string;
  /** Formatted days, in order. */
  days: readonly string[];
  values: readonly number[];
}

/** Describes the plot in words, for screen readers. */
function describePlot(translate: Translate, { name, days, values }: Plot): string {
  const total = values.reduce((sum, value) => sum + value, 0);
  const maximum = Math.max(0, ...values);
  return translate('organize.plot', { name, total, most: maximum, day: days[values.indexOf(maximum)] ?? '' });
}

/**
 * Renders a curve over days without a script. The drawing stretches with the page. The labels are outside of it, so that they stay readable on a
 * phone.
 */
export function renderPlot(plot: Plot): Html {
  const { days, values, translate = getTexts('en') } = plot;
  const numberFormat = new Intl.NumberFormat(translate.language);
  const points = values.length === 1 ? [...values, ...values] : values;
  const y = scaleLinear()
    .domain([0, Math.max(1, ...points)])
    .nice(4)
    .range([HEIGHT, 0]);
  const x = scaleLinear()
    .domain([0, points.length - 1])
    .range([0, WIDTH]);
  const ticks = y.ticks(4).filter(Number.isInteger);
  const [toX, toY] = [(_value: number, index: number) => x(index), (value: number) => y(value)];
  const surface = area<number>().x(toX).y0(HEIGHT).y1(toY)([...points]);
  const curve = line<number>().x(toX).y(toY)([...points]);
  const grid = ticks.map((tick) => `<line x1="0" x2="${WIDTH}" y1="${y(tick)}" y2="${y(tick)}"/>`).join('');
  const drawing = trustHtml(
    `<g class="plot-grid">${grid}</g><path class="plot-surface" d="${surface ?? ''}"/><path class="plot-curve" d="${curve ?? ''}"/>`,
  );
  const middle = days[Math.floor((days.length - 1) / 2)];
  const labels = days.length > 2 ? [days[0], middle, days.at(-1)] : days;
  return html`<div class="plot">
<div class="plot-values" aria-hidden="true">${ticks.toReversed().map((tick) => html`<span>${numberFormat.format(tick)}</span>`)}</div>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${describePlot(translate, plot)}">${drawing}</svg>
<div class="plot-days" aria-hidden="true">${labels.map((day) => html`<span>${day}</span>`)}</div>
</div>`;
}

/** Renders a bar for a value. Its width is the share of the maximum. */
export function renderBar(value: number, maximum: number): Html {
  const width = maximum === 0 ? 0 : Math.round((value / maximum) * 100);
  return html`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="10"/></svg>`;
}
