import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Prisma, PrismaClient } from '../../src/generated/prisma/client.ts';
import { adminHeader } from '../credentials.ts';

// Handwritten server with Fastify and Prisma for one box office, without GraphQL and REST conventions.
const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env['DATABASE_URL'] ?? '', max: 10, idleTimeoutMillis: 0 }),
});
const site = process.env['SITE_URL'] ?? '';
const host = site.replace(/^https?:\/\//, '');
const include = { post: true } as const satisfies Prisma.AttendeeInclude;
type Row = Prisma.AttendeeGetPayload<{ include: typeof include }>;
type TicketRow = Prisma.TicketGetPayload<object>;

const hashKey = (text: string) => createHash('sha256').update(text).digest();
const manager = hashKey(adminHeader.authorization);
async function requireManager(request: FastifyRequest, reply: FastifyReply) {
  if (!timingSafeEqual(hashKey(request.headers.authorization ?? ''), manager)) return reply.status(401).send({ message: 'for managers' });
}

const formatSqlTime = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');
function getDateParts(date: Date) {
  const [year, month, day, hour, minutes, seconds] = date.toISOString().slice(0, 19).split(/[-T:]/);
  return { year, month, day, hour, minutes, seconds };
}

function toTicket(ticket: TicketRow | undefined) {
  if (!ticket) return null;
  return {
    id: ticket.id,
    title: ticket.title,
    description: ticket.description,
    raw_price: ticket.price,
    formatted_price: (Number(ticket.priceMinor) / 100).toFixed(2),
    currency_config: { symbol: '&#x24;', placement: 'prefix', decimal_point: '.', thousands_sep: ',', number_of_decimals: 2 },
    start_sale: ticket.startDate,
    end_sale: ticket.endDate,
  };
}

function toResponse(attendee: Row, ticket: TicketRow | undefined) {
  const globalId = `${host}?type=attendee&id=${attendee.id}`;
  return {
    id: attendee.id,
    post_id: attendee.postId,
    ticket_id: attendee.ticketId,
    global_id: globalId,
    global_id_lineage: [globalId, ...attendee.lineage],
    author: String(attendee.authorId),
    status: attendee.status,
    date: formatSqlTime(attendee.createdUtc),
    date_utc: formatSqlTime(attendee.createdUtc),
    modified: formatSqlTime(attendee.modifiedUtc),
    modified_utc: formatSqlTime(attendee.modifiedUtc),
    rest_url: `${site}/attendees/${attendee.id}`,
    ticket: toTicket(ticket),
    title: attendee.fullName,
    optout: attendee.optout,
    provider: attendee.provider,
    order: attendee.orderId ?? attendee.id,
    sku: attendee.sku,
    email: attendee.email,
    checked_in: attendee.checkedIn,
    checkin_details: attendee.checkinAt
      ? {
          date: formatSqlTime(attendee.checkinAt),
          date_details: getDateParts(attendee.checkinAt),
          source: attendee.checkinSource,
          author: attendee.checkinAuthor,
        }
      : false,
    is_subscribed: false,
    is_purchaser: true,
    rsvp_going: attendee.orderStatus === 'yes',
  };
}

const app = fastify();
app.addHook('onRequest', requireManager);

app.get<{ Querystring: { ticket_id?: string; per_page?: string } }>('/attendees', async ({ query }) => {
  const where: Prisma.AttendeeWhereInput = {
    status: 'publish',
    ...(query.ticket_id !== undefined && { ticketId: Number(query.ticket_id) }),
  };
  const take = Number(query.per_page ?? 10);
  const [total, rows] = await Promise.all([
    prisma.attendee.count({ where }),
    prisma.attendee.findMany({ where, include, orderBy: { id: 'asc' }, take }),
  ]);
  const tickets = await prisma.ticket.findMany({ where: { id: { in: [...new Set(rows.map((row) => row.ticketId))] } } });
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  return { attendees: rows.map((row) => toResponse(row, byId.get(row.ticketId))), total, total_pages: Math.ceil(total / take) };
});

app.post<{ Body: { ticket_id: number; full_name: string; email: string } }>('/attendees', async (request, reply) => {
  const { ticket_id: ticketId, full_name: fullName, email } = request.body;
  const created = await prisma.$transaction(async (tx) => {
    const { count } = await tx.ticket.updateMany({
      where: { id: ticketId, stock: { gt: 0 } },
      data: { stock: { decrement: 1 }, sold: { increment: 1 } },
    });
    if (count === 0) return null;
    const ticket = await tx.ticket.findUniqueOrThrow({ where: { id: ticketId } });
    const attendee = await tx.attendee.create({
      data: {
        ticketId,
        postId: ticket.postId,
        provider: ticket.provider,
        orderHash: randomBytes(8).toString('hex'),
        orderStatus: 'yes',
        fullName,
        email,
        securityCode: randomBytes(6).toString('hex'),
        holdsPlace: true,
        authorId: 1,
        source: 'by-hand',
        searchText: fullName.toLowerCase(),
        emailText: email.toLowerCase(),
        sortTitle: fullName.toLowerCase(),
        createdUtc: new Date(),
        modifiedUtc: new Date(),
      },
      include,
    });
    return { attendee, ticket };
  });
  return created ? reply.status(201).send(toResponse(created.attendee, created.ticket)) : reply.status(409).send({ message: 'sold out' });
});

app.post<{ Params: { id: string } }>('/attendees/:id', async (request, reply) => {
  const id = Number(request.params.id);
  const { count } = await prisma.attendee.updateMany({
    where: { id, checkedIn: false, orderStatus: 'yes', status: 'publish' },
    data: { checkedIn: true, checkinAt: new Date(), checkinSource: 'site', checkinAuthor: 1, modifiedUtc: new Date() },
  });
  if (count === 0) return reply.status(400).send({ message: 'already checked in, or not allowed to enter' });
  const attendee = await prisma.attendee.findUniqueOrThrow({ where: { id }, include });
  const ticket = await prisma.ticket.findUnique({ where: { id: attendee.ticketId } });
  return reply.status(201).send(toResponse(attendee, ticket ?? undefined));
});
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
