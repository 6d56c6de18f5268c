import { PrismaPg } from '@prisma/adapter-pg';
import fastify from 'fastify';
import { PrismaClient } from '../../src/generated/prisma/client.ts';
import { renderContent, renderExcerpt, renderTitle } from '../../src/core/text/render.ts';

// Handwritten server with Fastify and Prisma for one site, without GraphQL and REST conventions.
const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env['DATABASE_URL'] ?? '', max: 10, idleTimeoutMillis: 0 }),
});
const include = { author: true, terms: { include: { term: true }, orderBy: { term: { sortName: 'asc' } } } } as const;
type Row = NonNullable<Awaited<ReturnType<typeof findPost>>>;
const findPost = (id: number) => prisma.content.findUnique({ where: { id, kind: 'post', status: 'publish' }, include });

const site = process.env['SITE_URL'];
const getClasses = ({ id, status, format, terms }: Row) => [
  `post-${id}`,
  'post',
  'type-post',
  `status-${status}`,
  `format-${format}`,
  'hentry',
  ...terms.map(({ term }) => `${term.taxonomy === 'category' ? 'category' : 'tag'}-${term.slug}`),
];

function toResponse(row: Row) {
  const termIds = (taxonomy: string) => row.terms.filter(({ term }) => term.taxonomy === taxonomy).map(({ term }) => term.id);
  return {
    id: row.id,
    date: row.dateLocal,
    date_gmt: row.dateUtc,
    guid: { rendered: row.guid },
    modified: row.modifiedLocal,
    modified_gmt: row.modifiedUtc,
    slug: row.slug,
    status: row.status,
    type: row.kind,
    link: `${site}/${row.slug}/`,
    title: { rendered: renderTitle(row.title) },
    content: { rendered: renderContent(row.content), protected: false },
    excerpt: { rendered: renderExcerpt(row.excerpt, row.content), protected: false },
    author: row.author && { id: row.author.id, name: row.author.displayName },
    featured_media: row.featuredMediaId ?? 0,
    comment_status: row.commentStatus,
    ping_status: row.pingStatus,
    sticky: row.sticky,
    template: row.template,
    format: row.format,
    meta: row.meta,
    categories: termIds('category'),
    tags: termIds('post_tag'),
    class_list: getClasses(row),
    ticketed: row.ticketed.length > 0 ? row.ticketed : false,
  };
}

const app = fastify();
app.get<{ Params: { id: string } }>('/posts/:id', async (request, reply) => {
  const row = await findPost(Number(request.params.id));
  return row ? toResponse(row) : reply.status(404).send({ message: 'not found' });
});
app.get<{ Querystring: { per_page?: string; page?: string } }>('/posts', async (request, reply) => {
  const take = Number(request.query.per_page ?? 10);
  const where = { kind: 'post', status: 'publish' };
  const [total, rows] = await Promise.all([
    prisma.content.count({ where }),
    prisma.content.findMany({
      where,
      include,
      orderBy: [{ dateLocal: 'desc' }, { id: 'desc' }],
      take,
      skip: (Number(request.query.page ?? 1) - 1) * take,
    }),
  ]);
  void reply.header('x-total', total);
  return rows.map(toResponse);
});
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
