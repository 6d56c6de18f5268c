import { builder } from '../builder.ts';
import { Ticket } from './refs.ts';

builder.objectFields(Ticket, (t) => ({
  minPerOrder: t.exposeInt('minPerOrder', { description: 'Minimum number of tickets in one order.' }),
  maxPerOrder: t.exposeInt('maxPerOrder', {
    nullable: true,
    description: 'Maximum number of tickets in one order; null if there is no separate limit.',
  }),
  isBoxOfficeOnly: t.boolean({
    description: 'Whether the ticket is only sold at the box office, not to the public.',
    resolve: ({ status }) => status === 'private',
  }),
}));
