import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import type { TicketCost } from '../events/ticketing.ts';
import { formatDecimal, getMoneyStyle } from './money.rules.ts';
import { formatLocalizedPrice } from './price-text.ts';

const formatRange = (texts: readonly string[]): string => {
  const [first = '', last = first] = [texts[0], texts.at(-1)];
  return first === last ? first : `${first} – ${last}`;
};

/**
 * Returns the cost of an event from its ticket prices, which are in minor units of the site's currency, ascending. Whole amounts have no decimals.
 */
export function computeEventCost(site: Site, prices: readonly bigint[]): TicketCost {
  const { code, symbol, position, decimal, thousands } = getMoneyStyle(site);
  const formatNumber = (minor: bigint) => formatDecimal(minor, code).replace(/\.0+$/, '');
  const formatPrice = (minor: bigint): string => {
    if (minor === 0n) return 'Free';
    const [whole = '', fraction = ''] = formatNumber(minor).split('.');
    const amount = whole.replace(/\B(?=(\d{3})+$)/g, () => thousands) + (fraction === '' ? '' : decimal + fraction);
    return position === 'prefix' ? symbol + amount : amount + symbol;
  };
  return {
    text: formatRange(prices.map(formatPrice)),
    details: { symbol, code, position, values: prices.map(formatNumber) },
    format: (translate: Translate) =>
      formatRange(prices.map((minor) => (minor === 0n ? translate('event.free') : formatLocalizedPrice(site, translate, minor)))),
  };
}
