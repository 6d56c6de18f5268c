import { now } from '#app/core/time/clock.ts';
import { notFound } from '#app/core/failures/failure.ts';
import { formatCsv } from '#app/core/text/csv.ts';
import type { Page } from '#app/core/db/page.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';
import type { DataRequestKind } from './kinds.ts';

/** Filters of data requests. */
export interface DataRequestFilter {
  status: 'open' | 'resolved' | 'all';
  /** Part of the name or of the email address. */
  search?: string | null | undefined;
  /** Kind of the request. Null for all kinds. */
  kind?: DataRequestKind | null | undefined;
}

const toWhere = ({ status, search, kind }: DataRequestFilter) => ({
  ...(kind && { kind }),
  ...(status === 'open' && { resolvedAt: null }),
  ...(status === 'resolved' && { resolvedAt: { not: null } }),
  ...(search && { OR: [{ email: { contains: search.toLowerCase() } }, { name: { contains: search, mode: 'insensitive' as const } }] }),
});

/** A stored data request. */
export type StoredDataRequest = Awaited<ReturnType<Site['db']['prisma']['dataRequest']['findFirstOrThrow']>>;

/** Lists data requests, newest first by default. */
export async function listDataRequests(
  site: Site,
  filter: DataRequestFilter & { page: number; perPage: number; isOldestFirst: boolean },
): Promise<Page<StoredDataRequest>> {
  const { prisma } = site.db;
  const where = toWhere(filter);
  const direction = filter.isOldestFirst ? 'asc' : 'desc';
  const [total, nodes] = await Promise.all([
    prisma.dataRequest.count({ where }),
    prisma.dataRequest.findMany({
      where,
      orderBy: [{ requestedAt: direction }, { id: direction }],
      take: filter.perPage,
      skip: (filter.page - 1) * filter.perPage,
    }),
  ]);
  return { total, totalPages: Math.ceil(total / filter.perPage), nodes };
}

/** The columns and the page that GraphQL requests. */
type DataRequestQuery = Pick<Prisma.DataRequestFindManyArgs, 'cursor' | 'take' | 'skip'> & { include?: undefined; select?: unknown };

/** Returns a page of data requests for a GraphQL connection, newest first. */
export async function readDataRequests({ db }: Site, filter: DataRequestFilter, query: DataRequestQuery): Promise<StoredDataRequest[]> {
  return (await db.prisma.dataRequest.findMany({
    ...(query as object),
    where: toWhere(filter),
    orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }],
  })) as StoredDataRequest[];
}

/** Returns the number of data requests that match the filter. */
export const countDataRequests = ({ db }: Site, filter: DataRequestFilter): Promise<number> =>
  db.prisma.dataRequest.count({ where: toWhere(filter) });

const requestNotFound = () => notFound('data_request_not_found', 'There is no such data request.');

/** Marks a data request as resolved or open. Throws `data_request_not_found`. */
export async function resolveDataRequest(site: Site, id: number, isResolved: boolean): Promise<StoredDataRequest> {
  const resolvedAt = isResolved ? now() : null;
  const [stored] = await site.db.prisma.dataRequest.updateManyAndReturn({ where: { id }, data: { resolvedAt } });
  if (!stored) throw requestNotFound();
  return stored;
}

/** Deletes a data request and returns it. Throws `data_request_not_found`. */
export async function deleteDataRequest(site: Site, id: number): Promise<StoredDataRequest> {
  return await site.db.transaction(async (tx) => {
    const stored = await tx.dataRequest.findUnique({ where: { id } });
    if (!stored) throw requestNotFound();
    await tx.dataRequest.deleteMany({ where: { id } });
    return stored;
  });
}

const MAX_EXPORTED = 10_000;

/** Exports the oldest 10,000 matching data requests as CSV. Escapes formulas in cells. */
export async function exportDataRequestsCsv(site: Site, filter: DataRequestFilter): Promise<string> {
  const rows = await site.db.prisma.dataRequest.findMany({ where: toWhere(filter), orderBy: { id: 'asc' }, take: MAX_EXPORTED });
  const columns = ['id', 'name', 'email', 'region', 'kind', 'requested_at', 'resolved_at'];
  const lines = rows.map(({ id, name, email, region, kind, requestedAt, resolvedAt }) => [
    id,
    name,
    email,
    region,
    kind,
    requestedAt.toISOString(),
    resolvedAt?.toISOString() ?? '',
  ]);
  return formatCsv([columns, ...lines]);
}
