import type { Row } from '#app/core/db/model.ts';
import type { Page } from '#app/core/db/page.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';

/** A row of an order. */
export type OrderRecord = Row<'TicketOrder'>;

/** The requested fields and relations, from GraphQL. */
type Reading = Pick<Prisma.TicketOrderFindManyArgs, 'include' | 'select' | 'cursor' | 'take' | 'skip'>;

/** Reads an order by ID; null if it does not exist. */
export async function loadOrder(site: Site, id: number, { include, select }: Reading = {}): Promise<OrderRecord | null> {
  return await site.db.prisma.ticketOrder.findUnique({ where: { id }, ...(include && { include }), ...(select && { select }) } as {
    where: { id: number };
  });
}

/** Filters of orders. Absent values do not restrict the list. */
export interface OrderOptions {
  status?: string | null | undefined;
  /** E-mail address of the purchaser. */
  email?: string | null | undefined;
}

const given = ({ status, email }: OrderOptions): Prisma.TicketOrderWhereInput => ({
  ...(status && { status }),
  ...(email && { purchaserEmail: { equals: email, mode: 'insensitive' } }),
});

/** Reads a slice of the orders, newest first, with the data that `reading` requests. */
export async function readOrders(site: Site, wish: OrderOptions, reading: Reading): Promise<OrderRecord[]> {
  return await site.db.prisma.ticketOrder.findMany({ ...reading, where: given(wish), orderBy: { id: 'desc' } });
}

/** Returns the number of orders. */
export async function countOrders(site: Site, wish: OrderOptions): Promise<number> {
  return await site.db.prisma.ticketOrder.count({ where: given(wish) });
}

/** Returns one page of orders. */
export async function listOrders(
  site: Site,
  { page, perPage, ...wish }: OrderOptions & { page: number; perPage: number },
  reading: Reading = {},
): Promise<Page<OrderRecord>> {
  const part = { take: perPage, skip: (page - 1) * perPage };
  const [total, nodes] = await Promise.all([countOrders(site, wish), readOrders(site, wish, { ...reading, ...part })]);
  return { total, totalPages: Math.ceil(total / perPage), nodes };
}
