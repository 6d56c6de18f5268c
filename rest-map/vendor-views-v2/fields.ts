import { text, truthy, untyped } from '#app/rest/table.ts';
import { listOrObject, onlyText } from './parameters.ts';

/**
 * Published REST interface (document 1), "Calendar views". The types are not published, but values of other types are refused
 * (docs/behaviour/events.md 4.1).
 */

const word = (description: string) => onlyText({ description });

export const view = {
  u: onlyText({ required: true, description: 'URL of the calendar page to show.' }),
  view: word('Name of the calendar view. Overrides the view in the URL.'),
  tvn1: word('Nonce of the current user.'),
  tvn2: word('Nonce of an anonymous visitor, for cached pages.'),
  view_data: listOrObject({ description: 'Values that override parameters of the view.' }),
  action: untyped({ description: 'Has no effect.' }),
};

export const undocumentedReadParams = {
  pu: text({ description: 'URL of the previous calendar page. If its filters differ, paging restarts at page 1.', phase: 'none' }),
  smu: truthy({ default: true, description: 'Whether the client can update the URL in the address bar.' }),
};
