import type { Row } from '#app/core/db/model.ts';
import type { Page } from '#app/core/db/page.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';

/** An order as it is read. */
export type OrderRecord = Row<'TicketOrder'>;

/** What is read of orders, and with them: as GraphQL asks for it. */
type Reading = Pick<Prisma.TicketOrderFindManyArgs, 'include' | 'select' | 'cursor' | 'take' | 'skip'>;

/** The order with the number; null when none exists. */
export async function loadOrder(site: Site, id: number, { include, select }: Reading = {}): Promise<OrderRecord | null> {
  return await site.db.prisma.ticketOrder.findUnique({ where: { id }, ...(include && { include }), ...(select && { select }) } as {
    where: { id: number };
  });
}

/** Which orders; what is absent does not limit. */
export interface OrderOptions {
  status?: string | null | undefined;
  /** Address of the purchaser. */
  email?: string | null | undefined;
}

const given = ({ status, email }: OrderOptions): Prisma.TicketOrderWhereInput => ({
  ...(status && { status }),
  ...(email && { purchaserEmail: { equals: email, mode: 'insensitive' } }),
});

/** Orders, newest first: the part and with it what `reading` says. */
export async function readOrders(site: Site, wish: OrderOptions, reading: Reading): Promise<OrderRecord[]> {
  return await site.db.prisma.ticketOrder.findMany({ ...reading, where: given(wish), orderBy: { id: 'desc' } });
}

/** The number of orders. */
export async function countOrders(site: Site, wish: OrderOptions): Promise<number> {
  return await site.db.prisma.ticketOrder.count({ where: given(wish) });
}

/** One page of the orders. */
export async function listOrders(
  site: Site,
  { page, perPage, ...wish }: OrderOptions & { page: number; perPage: number },
  reading: Reading = {},
): Promise<Page<OrderRecord>> {
  const part = { take: perPage, skip: (page - 1) * perPage };
  const [total, nodes] = await Promise.all([countOrders(site, wish), readOrders(site, wish, { ...reading, ...part })]);
  return { total, totalPages: Math.ceil(total / perPage), nodes };
}
