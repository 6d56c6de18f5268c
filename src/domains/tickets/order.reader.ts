import type { Row } from '#app/core/db/model.ts';
import type { Page } from '#app/core/db/page.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';

/** A row of an order. */
export type OrderRecord = Row<'TicketOrder'>;

/** Fields, relations and slice that a GraphQL query requests. */
type OrderQuery = Pick<Prisma.TicketOrderFindManyArgs, 'include' | 'select' | 'cursor' | 'take' | 'skip'>;

/** Reads an order by ID. Returns null if it does not exist. */
export async function loadOrder(site: Site, id: number, { include, select }: OrderQuery = {}): Promise<OrderRecord | null> {
  return await site.db.prisma.ticketOrder.findUnique({ where: { id }, ...(include && { include }), ...(select && { select }) } as {
    where: { id: number };
  });
}

/** Filters of orders. Absent values do not restrict the list. */
export interface OrderFilter {
  status?: string | null | undefined;
  /** Email address of the purchaser. */
  email?: string | null | undefined;
}

const toWhere = ({ status, email }: OrderFilter): Prisma.TicketOrderWhereInput => ({
  ...(status && { status }),
  ...(email && { purchaserEmail: { equals: email, mode: 'insensitive' } }),
});

/** Reads a slice of the orders, newest first, with the data that `query` requests. */
export async function readOrders(site: Site, filter: OrderFilter, query: OrderQuery): Promise<OrderRecord[]> {
  return await site.db.prisma.ticketOrder.findMany({ ...query, where: toWhere(filter), orderBy: { id: 'desc' } });
}

/** Returns the number of orders. */
export async function countOrders(site: Site, filter: OrderFilter): Promise<number> {
  return await site.db.prisma.ticketOrder.count({ where: toWhere(filter) });
}

/** Returns one page of orders, newest first. */
export async function listOrders(
  site: Site,
  { page, perPage, ...filter }: OrderFilter & { page: number; perPage: number },
  query: OrderQuery = {},
): Promise<Page<OrderRecord>> {
  const range = { take: perPage, skip: (page - 1) * perPage };
  const [total, nodes] = await Promise.all([countOrders(site, filter), readOrders(site, filter, { ...query, ...range })]);
  return { total, totalPages: Math.ceil(total / perPage), nodes };
}
