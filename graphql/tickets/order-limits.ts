import { builder } from '../builder.ts';
import { Ticket } from './refs.ts';

builder.objectFields(Ticket, (t) => ({
  minPerOrder: t.exposeInt('minPerOrder', { description: 'Fewest tickets of one order.' }),
  maxPerOrder: t.exposeInt('maxPerOrder', { nullable: true, description: 'Most tickets of one order; null = no limit of its own.' }),
  isBoxOfficeOnly: t.boolean({
    description: 'Whether it is sold at the box office only, not to the public.',
    resolve: ({ status }) => status === 'private',
  }),
}));
