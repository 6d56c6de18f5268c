import { formatAmount, getMoneyStyle, getPublishedDigits, PUBLISHED_DIGITS, encodeSymbol } from '#app/domains/tickets/money.rules.ts';
import { getCurrentPrice } from '#app/domains/tickets/price.ts';
import type { TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { type AttendeeView, getTicketTitle } from '#app/domains/tickets/attendee.view.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { Money } from '../money/money.ts';
import { moneySelection, toSiteMoney } from './money.ts';

/** An attendee and its ticket. `ticket` is null if the ticket was deleted; then the attendee has a copy of the title. */
interface AttendeeTicketSource {
  attendee: AttendeeView;
  ticket: TicketRecord | null;
}

export const AttendeeTicket = builder.objectRef<AttendeeTicketSource>('AttendeeTicket').implement({
  description: "Title and price of an attendee's ticket. The title is available even if the ticket was deleted.",
  fields: (t) => ({
    databaseId: t.int({ description: 'ID in the database.', resolve: ({ attendee }) => attendee.ticketId }),
    title: t.string({
      description: 'Title of the ticket, followed by `(deleted)` once it is removed.',
      resolve: ({ attendee, ticket }) => getTicketTitle(attendee, ticket),
    }),
    description: t.string({
      description: 'Description of what the ticket includes; empty once the ticket is deleted.',
      resolve: ({ ticket }) => ticket?.description ?? '',
    }),
    price: t.field({
      type: Money,
      nullable: true,
      description: 'Current price; null once the ticket is deleted.',
      resolve: ({ ticket }, _args, { site }) => ticket && toSiteMoney(site, getCurrentPrice(site, ticket).minor),
    }),
    writtenPrice: t.string({
      ...legacy({ use: moneySelection }),
      description: 'Current price of the ticket as it was entered, such as `5`.',
      resolve: ({ ticket }, _args, { site }) => (ticket ? getCurrentPrice(site, ticket).text : ''),
    }),
    formattedPrice: t.string({
      ...legacy({ use: 'price { formatted }' }),
      description: 'The price without the currency symbol, such as `5.00`.',
      resolve: ({ ticket }, _args, { site }) =>
        formatAmount(ticket ? getCurrentPrice(site, ticket).minor : 0, getMoneyStyle(site), PUBLISHED_DIGITS),
    }),
    currencySymbolEntity: t.string({
      ...legacy({ use: 'price { formatted }' }),
      description: 'Symbol of the currency as an HTML entity, such as `&#x24;`.',
      resolve: (_ticket, _args, { site }) => encodeSymbol(getMoneyStyle(site).symbol),
    }),
    currencyPosition: t.string({
      ...legacy({ use: 'price { formatted }' }),
      description: 'Position of the symbol: `prefix` or `postfix`.',
      resolve: (_ticket, _args, { site }) => getMoneyStyle(site).position,
    }),
    decimalSeparator: t.string({
      ...legacy({ use: 'price { formatted }' }),
      description: 'Separator between whole units and decimal places.',
      resolve: (_ticket, _args, { site }) => getMoneyStyle(site).decimal,
    }),
    thousandsSeparator: t.string({
      ...legacy({ use: 'price { formatted }' }),
      description: 'Separator between groups of three digits.',
      resolve: (_ticket, _args, { site }) => getMoneyStyle(site).thousands,
    }),
    decimals: t.int({
      ...legacy({ use: 'price { formatted }' }),
      description: 'Number of decimal places.',
      resolve: (_ticket, _args, { site }) => getPublishedDigits(getMoneyStyle(site).code),
    }),
    saleStart: t.string({
      description: 'First day of the sale period, `YYYY-MM-DD`, in the time zone of the event; empty if there is no limit.',
      resolve: ({ ticket }) => ticket?.startDate ?? '',
    }),
    saleEnd: t.string({
      description: 'Day on which the sale ends, `YYYY-MM-DD`, in the time zone of the event; empty if there is no limit.',
      resolve: ({ ticket }) => ticket?.endDate ?? '',
    }),
  }),
});
