import { formatPrice, getMoneyStyle, getPublishedDigits, type MoneyStyle, PUBLISHED_DIGITS } from '#app/domains/tickets/money.rules.ts';
import { currencyCode } from '#app/domains/tickets/tickets.settings.ts';
import type { TicketView } from '#app/domains/tickets/ticket.view.ts';
import type { Site } from '#app/site.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import type { MoneySource } from '../money/money.ts';

/** Returns an amount in the currency of the site. */
export const toSiteMoney = (site: Site, minor: bigint | number): MoneySource => ({ minor, currency: site.settings.get(currencyCode) });

/** Replacement of formatted prices for front ends. */
export const moneySelection = 'price { amount currencyCode formatted }';

/** A price and its format on this site. */
export interface PriceSource {
  /** The price as it is stored. */
  text: string;
  minor: number | bigint;
  style: MoneyStyle;
  isRsvp: boolean;
  isHidden: boolean;
}

/** A price as legacy clients read it, with the price format of this site. */
export const TicketPrice = builder.objectRef<PriceSource>('TicketPrice').implement({
  ...legacyOnly('A front end reads `Money`.'),
  description: 'A price, and the price format of this site.',
  fields: (t) => ({
    formatted: t.string({
      description: 'The price in the price format of this site, such as `$5.00`.',
      resolve: ({ minor, style, isHidden }) => (isHidden ? '' : formatPrice(minor, style, PUBLISHED_DIGITS)),
    }),
    written: t.exposeString('text', { description: 'The price as it was entered, such as `5` or `12.5`.' }),
    currencySymbol: t.string({ description: 'Symbol of the currency, such as `$`.', resolve: ({ style }) => style.symbol }),
    currencyPosition: t.string({
      description: 'Position of the symbol: `prefix` or `postfix`.',
      resolve: ({ style }) => style.position,
    }),
    decimalSeparator: t.string({ description: 'Separator between whole units and decimal places.', resolve: ({ style }) => style.decimal }),
    thousandsSeparator: t.string({ description: 'Separator between groups of three digits.', resolve: ({ style }) => style.thousands }),
    decimals: t.int({
      description: 'Number of decimal places.',
      resolve: ({ style }) => getPublishedDigits(style.code),
    }),
    values: t.field({
      type: ['JSON'],
      description: 'The price as a list with one item: a string, or the number 0 for an RSVP, which is always free.',
      resolve: ({ text, isRsvp }) => [isRsvp ? 0 : text],
    }),
  }),
});

/** Returns the regular price of a ticket as legacy clients read it. */
export const toPriceSource = (site: Site, { isHidden, price, priceMinor, provider }: TicketView): PriceSource => ({
  isHidden,
  text: price,
  minor: priceMinor,
  style: getMoneyStyle(site),
  isRsvp: provider === 'rsvp',
});
