import { builder } from '../builder.ts';

/** Direction of an order. */
export const SortOrder = builder.enumType('SortOrder', {
  description: 'Direction of an order.',
  values: {
    ASC: { value: 'asc', description: 'Smallest, earliest or A first.' },
    DESC: { value: 'desc', description: 'Largest, latest or Z first.' },
  } as const,
});
