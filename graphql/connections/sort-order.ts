import { builder } from '../builder.ts';

export const SortOrder = builder.enumType('SortOrder', {
  description: 'The sort direction.',
  values: {
    ASC: { value: 'asc', description: 'Smallest, earliest or A first.' },
    DESC: { value: 'desc', description: 'Largest, latest or Z first.' },
  } as const,
});
