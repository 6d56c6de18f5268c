import {
  createDiscountCode,
  deleteDiscountCode,
  type DiscountCodeInput as Input,
  listDiscountCodes,
  MAX_CODES,
  updateDiscountCode,
} from '#app/domains/checkout/discounts/codes.service.ts';
import { getOrganizedDiscountCode } from '#app/domains/organize/discounts.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { nulls } from '../public/nulls.ts';
import { Money } from '../money/money.ts';
import { payload } from '../public/payload.ts';
import { eventArgument, requireEventEditor } from './event-access.ts';

const DiscountCode = builder.prismaObject('DiscountCode', {
  description: 'A code that reduces the price of tickets of an event. For users who may edit the event.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID of the code.' }),
    eventId: t.exposeInt('eventId', { description: 'ID of the event.' }),
    code: t.exposeString('code', { description: 'The code, as entered by the organizer. Buyers may enter it in upper or lower case.' }),
    percent: t.float({
      nullable: true,
      select: { percent: true },
      description: 'Percentage by which the price of each ticket is reduced; null if the code has an amount.',
      resolve: ({ percent }) => (percent === 0 ? null : percent / 100),
    }),
    amount: t.field({
      type: Money,
      nullable: true,
      select: { amountMinor: true, currency: true, percent: true },
      description: 'Amount by which the price of each ticket is reduced; null if the code has a percentage.',
      resolve: ({ amountMinor, currency, percent }) => (percent === 0 ? { minor: amountMinor, currency } : null),
    }),
    ticketIds: t.exposeIntList('ticketIds', {
      description: 'IDs of the discounted tickets; empty if all tickets of the event are discounted.',
    }),
    maxUses: t.exposeInt('maxUses', {
      nullable: true,
      description: 'Maximum number of discounted tickets in total; null if there is no limit.',
    }),
    maxPerOrder: t.exposeInt('maxPerOrder', {
      nullable: true,
      description: 'Maximum number of discounted tickets in one order; null if there is no limit.',
    }),
    usedCount: t.exposeInt('usedCount', { description: 'Number of valid tickets that were bought with the code.' }),
    startsAt: t.expose('startsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the code becomes valid; null if it is valid at once.',
    }),
    endsAt: t.expose('endsAt', { type: 'DateTime', nullable: true, description: 'When the code expires; null if it never expires.' }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether buyers can use the code; organizers can deactivate it.' }),
  }),
});

const DiscountCodeInput = builder.inputType('DiscountCodeInput', {
  ...nulls({ handledByResolver: ['percent', 'amount', 'maxUses', 'maxPerOrder', 'startsAt', 'endsAt'], clearedBy: { ticketIds: [] } }),
  description: 'A discount code. In a new code, limits that are left out do not apply.',
  fields: (t) => ({
    code: t.string({ description: 'The code, 1 to 50 characters. Required for a new code.' }),
    percent: t.float({
      description:
        'Percentage by which the price of each ticket is reduced, 0.01 to 100; null if `amount` is given. A code has either `percent` or `amount`. The reduced price is rounded half up to the smallest unit of the currency.',
    }),
    amount: t.field({
      type: 'Decimal',
      description: 'Amount by which the price of each ticket is reduced, in the currency of the site; null if `percent` is given.',
    }),
    ticketIds: t.intList({ description: 'IDs of the discounted tickets; an empty list or null discounts all tickets of the event.' }),
    maxUses: t.int({ description: 'Maximum number of discounted tickets in total; null for no limit.' }),
    maxPerOrder: t.int({ description: 'Maximum number of discounted tickets in one order; null for no limit.' }),
    startsAt: t.field({ type: 'DateTime', description: 'When the code becomes valid; null if it is valid at once.' }),
    endsAt: t.field({ type: 'DateTime', description: 'When the code expires; null if it never expires.' }),
    isActive: t.boolean({ description: 'Whether buyers can use the code; true for a new code.' }),
  }),
});

const requireCodeEditor = guard(
  async ({ id }: { id: number }, { site, viewer }: Context) => void (await getOrganizedDiscountCode(site, viewer, id)),
);

builder.queryField('discountCodesOfEvent', (t) =>
  t.prismaField({
    type: [DiscountCode],
    description: `Discount codes of an event, oldest first, at most ${MAX_CODES}; for users who may edit the event.`,
    args: eventArgument,
    ...requireEventEditor,
    resolve: (query, _root, { eventId }, { site }) => listDiscountCodes(site, eventId, query),
  }),
);

const reloadCode = (query: object, { site }: Context, id: number) =>
  site.db.prisma.discountCode.findUniqueOrThrow({ ...query, where: { id } }) as never;

builder.mutationFields((t) => ({
  createDiscountCode: t.prismaField({
    type: DiscountCode,
    description:
      'Adds a discount code to an event. Error code `discount_code_exists`: the event already has this code. For users who may edit the event.',
    args: {
      ...eventArgument,
      input: t.arg({ type: DiscountCodeInput, required: true, description: 'The discount code to create.' }),
    },
    ...requireEventEditor,
    resolve: async (query, _root, { eventId, input }, context) =>
      reloadCode(query, context, await createDiscountCode(context.site, eventId, input as Input)),
  }),
  updateDiscountCode: t.prismaField({
    type: DiscountCode,
    description:
      'Changes a discount code. Open checkouts with the code keep their price. Error code `discount_code_exists`: the event already has this code. For users who may edit its event.',
    args: {
      id: t.arg.int({ required: true, description: 'ID of the code.' }),
      input: t.arg({ type: DiscountCodeInput, required: true, description: 'The fields to change.' }),
    },
    ...requireCodeEditor,
    resolve: async (query, _root, { id, input }, context) => {
      await updateDiscountCode(context.site, id, input as Input);
      return reloadCode(query, context, id);
    },
  }),
  deleteDiscountCode: t.boolean({
    ...payload('isDeleted', 'True once the discount code is deleted.'),
    description: 'Deletes a discount code. Orders that used it keep their price. For users who may edit its event.',
    args: { id: t.arg.int({ required: true, description: 'ID of the code.' }) },
    ...requireCodeEditor,
    resolve: async (_root, { id }, { site }) => {
      await deleteDiscountCode(site, id);
      return true;
    },
  }),
}));
