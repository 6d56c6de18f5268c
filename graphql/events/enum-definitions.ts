import type { EnumDefinition } from '../public/public-mapping.ts';

export const symbolPlaces: EnumDefinition = {
  name: 'SymbolPosition',
  description: 'Position of the symbol of a currency.',
  values: { prefix: 'Before the amount.', postfix: 'After the amount.' },
};
