import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { Money } from '../money/money.ts';
import { moneySelection, toSiteMoney } from './money.ts';

export const TicketSale = builder.prismaObject('Ticket', {
  variant: 'TicketSale',
  description: 'The reduced price of a ticket.',
  fields: (t) => ({
    isEnabled: t.exposeBoolean('saleEnabled', { description: 'Whether the reduced price is active.' }),
    price: t.field({
      type: Money,
      nullable: true,
      description: 'Reduced price; null if none is set, or while a password hides the ticket.',
      resolve: (ticket, _args, { site }) => (ticket.isHidden || ticket.salePrice === '' ? null : toSiteMoney(site, ticket.salePriceMinor)),
    }),
    writtenPrice: t.exposeString('salePrice', {
      ...legacy({ use: moneySelection }),
      description: 'Reduced price as a string, as it was entered; empty if none is set.',
    }),
    startDate: t.exposeString('saleStart', {
      description: 'First day of the reduced price, `YYYY-MM-DD`, in the time zone of the event; empty if there is no limit.',
    }),
    endDate: t.exposeString('saleEnd', {
      description: 'Last day of the reduced price, `YYYY-MM-DD`, in the time zone of the event; empty if there is no limit.',
    }),
  }),
});
