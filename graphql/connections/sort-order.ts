import { builder } from '../builder.ts';

export const SortOrder = builder.enumType('SortOrder', {
  description: 'The sort direction.',
  values: {
    ASC: { value: 'asc', description: 'Ascending: smallest, earliest or A first.' },
    DESC: { value: 'desc', description: 'Descending: largest, latest or Z first.' },
  } as const,
});
