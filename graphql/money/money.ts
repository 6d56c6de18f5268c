import { decimalText, moneyText } from '#app/domains/tickets/money.rules.ts';
import { builder } from '../builder.ts';

/** An amount as it is stored: minor units of a currency (ISO 4217). */
export interface MoneySource {
  minor: bigint | number;
  /** ISO 4217. */
  currency: string;
}

/** Type of every amount in a response. Inputs are a `Decimal`: the currency follows from the field. */
export const Money = builder.objectRef<MoneySource>('Money').implement({
  description: 'An amount in a currency. Inputs are a `Decimal`, in the currency that the field names.',
  fields: (t) => ({
    amount: t.field({
      type: 'Decimal',
      description: 'The exact amount, with the decimal digits of its currency (ISO 4217): `"12.50"` USD, `"1250"` JPY, `"1.250"` KWD.',
      resolve: ({ minor, currency }) => decimalText(minor, currency),
    }),
    currencyCode: t.string({ description: 'ISO 4217, such as `USD`.', resolve: ({ currency }) => currency }),
    formatted: t.string({
      description: 'The amount in the price format of this site: `$1,234.50`.',
      resolve: ({ minor, currency }, _args, { site }) => moneyText(site, minor, currency),
    }),
  }),
});

/** A line with the currency of what it is a line of, in which its amounts are. */
export type InCurrency<Line> = Line & { currency: string };

/** Lines as the fields of their type take them, which say amounts by `moneyOfLine`. */
export const linesIn = <Line>(currency: string, lines: readonly Line[]): InCurrency<Line>[] => lines.map((line) => ({ ...line, currency }));

/** An amount of a line that `linesIn` has given its currency. */
export const moneyOfLine = (line: object, minor: bigint | number): MoneySource => ({
  minor,
  currency: (line as InCurrency<object>).currency,
});

/** Marks a field with an amount in minor units, from before there was `Money`. */
export const inMinorUnits = (instead: string, description: string) => ({
  description: `${description.replace(/\.$/, '')}, in minor units of its currency (ISO 4217).`,
  deprecationReason: `Use \`${instead} { amount }\`.`,
});
