import { serveJson } from '../json-server.ts';

const post = `
  json_build_object('id', c.id, 'date', c.date_local, 'date_gmt', c.date_utc, 'modified', c.modified_local, 'modified_gmt', c.modified_utc, 'slug', c.slug, 'status', c.status,
    'type', c.kind, 'title', json_build_object('rendered', c.title), 'content', json_build_object('rendered', c.content), 'excerpt', json_build_object('rendered', c.excerpt),
    'author', json_build_object('id', u.id, 'name', u.display_name), 'sticky', c.sticky, 'format', c.format, 'meta', c.meta,
    'terms', (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'taxonomy', t.taxonomy) ORDER BY t.sort_name), '[]') FROM content_term ct JOIN term t ON t.id = ct.term_id WHERE ct.content_id = c.id))`;
const byId = `SELECT ${post}::text AS body FROM content c LEFT JOIN user_account u ON u.id = c.author_id WHERE c.id = $1 AND c.kind = 'post' AND c.status = 'publish'`;
const page = `
  WITH ids AS (SELECT id FROM content WHERE kind = 'post' AND status = 'publish' ORDER BY date_local DESC, id DESC LIMIT $1 OFFSET $2)
  SELECT json_build_object('total', (SELECT count(*) FROM content WHERE kind = 'post' AND status = 'publish'),
    'items', (SELECT json_agg(${post} ORDER BY c.date_local DESC, c.id DESC) FROM ids JOIN content c USING (id) LEFT JOIN user_account u ON u.id = c.author_id))::text AS body`;

serveJson(({ pathname, searchParams }) => {
  const id = /^\/posts\/(\d+)$/.exec(pathname)?.[1];
  return id === undefined
    ? { name: 'page', text: page, values: [Number(searchParams.get('per_page') ?? 10), 0] }
    : { name: 'by-id', text: byId, values: [Number(id)] };
});
