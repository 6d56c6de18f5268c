import { builder } from '../builder.ts';
import { Ticket } from './refs.ts';

builder.objectFields(Ticket, (t) => ({
  minPerOrder: t.exposeInt('minPerOrder', { description: 'Smallest number of tickets in one order.' }),
  maxPerOrder: t.exposeInt('maxPerOrder', {
    nullable: true,
    description: 'Largest number of tickets in one order; null = no limit of its own.',
  }),
  isBoxOfficeOnly: t.boolean({
    description: 'Whether it is sold at the box office only, not to the public.',
    resolve: ({ status }) => status === 'private',
  }),
}));
