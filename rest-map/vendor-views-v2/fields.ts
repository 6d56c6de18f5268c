import { text, truthy, untyped } from '#app/rest/table.ts';
import { listOrObject, onlyText } from './parameters.ts';

/** Document 1, "Calendar views": types are undeclared, yet other ones are refused (events.md 4.1). */

const word = (description: string) => onlyText({ description });

export const view = {
  u: onlyText({ required: true, description: 'Address of the calendar page to show.' }),
  view: word('View; wins over the address.'),
  tvn1: word('Nonce of the caller.'),
  tvn2: word('Nonce of a visitor, for pages from a cache.'),
  view_data: listOrObject({ description: 'Overrides.' }),
  action: untyped({ description: 'Has no effect.' }),
};

export const undocumentedReadParams = {
  pu: text({ description: 'Address that the client comes from.', phase: 'none' }),
  smu: truthy({ default: true, description: 'Whether the client may rewrite its address bar.' }),
};
