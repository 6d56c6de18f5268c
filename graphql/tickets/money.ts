import { formatPrice, type MoneyStyle } from '#app/domains/tickets/money.rules.ts';
import { builder } from '../builder.ts';
import { oneOf } from '../public/told.ts';
import { symbolPlaces } from '../events/closed-sets.ts';
import { replacedBy } from '../compatibility.ts';

/** A price with the way this site writes prices. */
export interface PriceSource {
  /** As written. */
  text: string;
  minor: number | bigint;
  style: MoneyStyle;
  isFreeByNature: boolean;
  isHidden: boolean;
}

/** A price, and how this site writes prices. */
export const TicketPrice = builder.objectRef<PriceSource>('TicketPrice').implement({
  description: 'A price, and how this site writes prices.',
  fields: (t) => ({
    formatted: t.string({
      description: 'For reading: `$5.00`.',
      resolve: ({ minor, style, isHidden }) => (isHidden ? '' : formatPrice(minor, style)),
    }),
    written: t.string({ description: 'As it was entered: `5`, `12.5`.', resolve: ({ text }) => text }),
    minorUnits: t.float({ description: 'In hundredths of the currency.', resolve: ({ minor }) => Number(minor) }),
    currencyCode: t.string({ description: 'ISO 4217.', resolve: ({ style }) => style.code }),
    currencySymbol: t.string({ description: 'Such as `$`.', resolve: ({ style }) => style.symbol }),
    currencyPosition: t.string({ ...oneOf(symbolPlaces, 'Where the symbol stands.'), resolve: ({ style }) => style.position }),
    decimalSeparator: t.string({ description: 'Separates whole and fraction.', resolve: ({ style }) => style.decimal }),
    thousandsSeparator: t.string({ description: 'Separates thousands.', resolve: ({ style }) => style.thousands }),
    decimals: t.int({ description: 'Digits of the fraction.', resolve: () => 2 }),
    values: t.field({
      type: ['JSON'],
      ...replacedBy('written'),
      description: 'The price in a list, as text; the number 0 for an RSVP, which costs nothing by nature.',
      resolve: ({ text, isFreeByNature }) => [isFreeByNature ? 0 : text],
    }),
  }),
});
