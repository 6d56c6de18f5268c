import { createNonce } from '#app/auth/nonces.ts';
import { everybody } from '../access.ts';
import { builder } from '../builder.ts';

builder.queryField('nonce', (t) =>
  t.string({
    args: { action: t.arg.string({ required: true, description: 'What it is for, such as `rest` or `edit_ticket_nonce`.' }) },
    ...everybody,
    description:
      'A nonce of an action for the caller, visitors included: 10 characters, good for at least 12 hours and any number of times.',
    resolve: (_root, { action }, { site, viewer }) => createNonce(site, viewer, action),
  }),
);
