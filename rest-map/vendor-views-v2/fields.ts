import { text, truthy, untyped } from '#app/rest/table.ts';

/** Document 1, "Calendar views": types are undeclared, yet other ones are refused (events.md 4.1). */

const isText = (value: unknown) => typeof value === 'string';
const word = (description: string) => untyped({ description, onNull: 'absent', check: isText });

export const view = {
  u: untyped({ required: true, description: 'Address of the calendar page to show.', check: isText }),
  view: word('View; wins over the address.'),
  tvn1: word('Nonce of the caller.'),
  tvn2: word('Nonce of a visitor, for pages from a cache.'),
  view_data: untyped({ description: 'Overrides.', onNull: 'absent', check: (value) => typeof value === 'object' }),
  action: untyped({ description: 'Means nothing.' }),
};

export const alsoRead = {
  pu: text({ description: 'Address that the client comes from.', phase: 'none' }),
  smu: truthy({ default: true, description: 'Whether the client may rewrite its address bar.' }),
};
