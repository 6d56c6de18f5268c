import { GraphQLError } from 'graphql';
import { builder } from '../builder.ts';

const DECIMAL = /^-?\d{1,15}(\.\d{1,6})?$/;

builder.scalarType('Decimal', {
  description:
    'An exact number as a string with a decimal point: `"12.50"`. As input, a number without quotation marks is read exactly as it is written: `12.5`.',
  serialize: (value) => value,
  parseValue: (value) => {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || !DECIMAL.test(text)) throw new GraphQLError('A Decimal is a number such as "12.50".');
    return text;
  },
});
