import { checkMayHaveNonce } from '#app/domains/identity/auth/nonce-actions.ts';
import { createNonce } from '#app/domains/identity/auth/nonces.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';

builder.queryField('nonce', (t) =>
  t.string({
    args: { action: t.arg.string({ required: true, description: 'Name of the action, such as `rest` or `edit_ticket_nonce`.' }) },
    ...guard(({ action }: { action?: string }, { viewer }: Context) => checkMayHaveNonce(viewer, action ?? '')),
    description:
      'A nonce for an action of the caller; visitors can request one, too. It has 10 characters, is valid for at least 12 hours and can be used several times. Nonces of the onboarding wizards are for administrators.',
    resolve: (_root, { action }, { site, viewer }) => createNonce(site, viewer, action),
  }),
);
