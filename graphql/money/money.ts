import { formatDecimal, formatMoney } from '#app/domains/tickets/money.rules.ts';
import { builder } from '../builder.ts';

/** A stored amount in minor units of a currency. */
export interface MoneySource {
  minor: bigint | number;
  /** Currency code (ISO 4217). */
  currency: string;
}

/** Type of every amount in a response. Inputs use `Decimal`, because the field implies the currency. */
export const Money = builder.objectRef<MoneySource>('Money').implement({
  description: 'An amount in a currency. Inputs use `Decimal` instead, because the field implies the currency.',
  fields: (t) => ({
    amount: t.field({
      type: 'Decimal',
      description: 'The exact amount, with the decimal digits of its currency (ISO 4217): `"12.50"` USD, `"1250"` JPY, `"1.250"` KWD.',
      resolve: ({ minor, currency }) => formatDecimal(minor, currency),
    }),
    currencyCode: t.exposeString('currency', { description: 'ISO 4217 currency code, such as `USD`.' }),
    formatted: t.string({
      description: 'The amount in the price format of this site, such as `$1,234.50`.',
      resolve: ({ minor, currency }, _args, { site }) => formatMoney(site, minor, currency),
    }),
  }),
});

/** A line with the currency of the order or cart that it belongs to. */
export type InCurrency<Line> = Line & { currency: string };

/** Adds to each line the currency that `toLineMoney` reads. */
export const addCurrency = <Line>(currency: string, lines: readonly Line[]): InCurrency<Line>[] =>
  lines.map((line) => ({ ...line, currency }));

/** Returns an amount of a line that has its currency from `addCurrency`. */
export const toLineMoney = (line: object, minor: bigint | number): MoneySource => ({
  minor,
  currency: (line as InCurrency<object>).currency,
});

/** Deprecates a field with an amount in minor units, which is older than `Money`. */
export const deprecateMinorUnits = (instead: string, description: string) => ({
  description: `${description.replace(/\.$/, '')}, in minor units of its currency (ISO 4217).`,
  deprecationReason: `Use \`${instead} { amount }\`.`,
});
