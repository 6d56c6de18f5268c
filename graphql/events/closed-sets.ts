import type { ClosedSet } from '../public/told.ts';

export const symbolPlaces: ClosedSet = {
  name: 'SymbolPosition',
  description: 'Where the symbol of a currency stands.',
  values: { prefix: 'Before the amount.', postfix: 'After the amount.' },
};
