import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { createXmlDocument } from '#app/core/text/xml.ts';
import type { Site } from '#app/site.ts';
import { getFrontPageId } from '../front-pages.ts';
import { attachment, listKindNames } from '../kinds.ts';
import { buildPermalink } from '../permalinks.ts';
import { IS_PUBLIC } from '../public-urls.ts';
import { buildPathAboveColumn } from '../record.ts';
import { pageNotFound } from './list.page.ts';

/** IDs per part of the sitemap. Search engines accept 50,000 URLs per file, but smaller parts are faster to create. */
const IDS_PER_PART = 5_000;

const partsWithContent = statement(
  'sitemap_parts',
  `SELECT part FROM generate_series(0, (SELECT coalesce(max(id), 0) FROM content) / ${IDS_PER_PART}) AS part
   WHERE EXISTS (SELECT 1 FROM content c WHERE c.id >= part * ${IDS_PER_PART} AND c.id < (part + 1) * ${IDS_PER_PART} AND ${IS_PUBLIC}) ORDER BY part`,
  rowShape({ part: 'int' }),
);

const contentOfPart = statement(
  'sitemap_part',
  `SELECT c.id, c.kind, c.slug, c.status, to_char(c.date_local, 'YYYY-MM-DD"T"HH24:MI:SS') AS "dateLocal", ${buildPathAboveColumn('c')},
     to_char(c.modified_utc AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS modified
   FROM content c WHERE c.id >= $2::int AND c.id < $2::int + ${IDS_PER_PART} AND ${IS_PUBLIC} ORDER BY c.id`,
  rowShape({ id: 'int', kind: 'text', slug: 'text', status: 'text', dateLocal: 'text', pathAbove: 'text?', modified: 'text' }),
);

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const listSitemapKinds = () => listKindNames().filter((name) => name !== attachment.name);

async function send(reply: FastifyReply, root: Readonly<Record<string, unknown>>): Promise<FastifyReply> {
  return reply
    .headers({ 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff', 'X-Robots-Tag': 'noindex' })
    .type('application/xml; charset=utf-8')
    .send(await createXmlDocument(root));
}

async function sendIndex(site: Site, reply: FastifyReply): Promise<FastifyReply> {
  const parts = await site.db.rows(partsWithContent, [listSitemapKinds()]);
  const sitemap = ['site', ...parts.map(({ part }) => String(part))].map((name) => ({ loc: `${site.config.siteUrl}/sitemap-${name}.xml` }));
  return send(reply, { sitemapindex: { '@xmlns': NAMESPACE, sitemap } });
}

async function sendPart(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { part } = request.params as { part: string };
  const items = await site.db.rows(contentOfPart, [listSitemapKinds(), Number(part) * IDS_PER_PART]);
  if (items.length === 0) throw pageNotFound();
  // `sitemap-site.xml` already contains the front page
  const url = items
    .filter(({ id }) => id !== getFrontPageId(site))
    .map((content) => ({ loc: buildPermalink(site, content), lastmod: content.modified }));
  return send(reply, { urlset: { '@xmlns': NAMESPACE, url } });
}

/** Returns robots.txt. Excludes pages without public content, and machine-readable duplicates. */
function buildRobots({ config }: Site): string {
  const base = new URL(config.siteUrl).pathname.replace(/\/$/, '');
  const disallowed = [
    '/account',
    '/authorize-application',
    '/door',
    '/graphql',
    '/nonce',
    '/search/',
    '/sign-in',
    '/tickets/',
    `${config.restRoot}/`,
  ];
  return `User-agent: *\n${disallowed.map((path) => `Disallow: ${base}${path}\n`).join('')}\nSitemap: ${config.siteUrl}/sitemap.xml\n`;
}

/** Mounts `/sitemap.xml` with its parts, and `/robots.txt`. */
export function mountSitemap(app: FastifyInstance, site: Site): void {
  app.get('/sitemap.xml', (_request, reply) => sendIndex(site, reply));
  app.get('/sitemap-site.xml', async (_request, reply) =>
    send(reply, { urlset: { '@xmlns': NAMESPACE, url: ['/', '/events/'].map((path) => ({ loc: site.config.siteUrl + path })) } }),
  );
  app.get('/sitemap-:part(^\\d{1,6}).xml', (request, reply) => sendPart(site, request, reply));
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .headers({ 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' })
      .type('text/plain; charset=utf-8')
      .send(buildRobots(site)),
  );
}
