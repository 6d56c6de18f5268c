import fastify from 'fastify';
import pg from 'pg';
import { isMatch, isNearby, order } from './sql.ts';

// Handwritten server with Fastify and pg, only for maps, with the same responses, without GraphQL and REST conventions.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10, idleTimeoutMillis: 0 });
const columns =
  'map_id, address, description, pic, link, icon, lat, lng, anim, title, info_open, category, approved, retina, type, did, sticky, layer_group, id, other_data';

type Row = Record<string, string | number | boolean> & { other_data: Record<string, unknown> };
const formatFlag = (flag: unknown) => (flag === true ? '1' : '0');

function toResponse(row: Row) {
  return {
    ...row.other_data,
    map_id: String(row['map_id']),
    address: row['address'],
    description: row['description'],
    pic: row['pic'],
    link: row['link'],
    icon: row['icon'],
    lat: row['lat'],
    lng: row['lng'],
    anim: row['anim'],
    title: row['title'],
    infoopen: row['info_open'],
    category: row['category'],
    approved: formatFlag(row['approved']),
    retina: formatFlag(row['retina']),
    type: String(row['type']),
    did: row['did'],
    sticky: formatFlag(row['sticky']),
    layergroup: String(row['layer_group']),
    id: String(row['id']),
  };
}

const near = `SELECT ${columns} FROM map_marker WHERE ${isNearby} ORDER BY id`;
const total = 'SELECT sum(count)::int AS count FROM map_marker_tally WHERE approved';
const count = `SELECT count(*)::int AS count FROM map_marker WHERE ${isMatch}`;
const page = `SELECT title, category, address, description FROM map_marker WHERE ${isMatch} ORDER BY ${order} LIMIT $2 OFFSET $3`;

const app = fastify({ routerOptions: { querystringParser: (text) => Object.fromEntries(new URLSearchParams(text)) } });

app.get<{ Querystring: { filter: string } }>('/markers', async ({ query }) => {
  const { center, radius } = JSON.parse(query.filter) as { center: { lat: number; lng: number }; radius: number };
  const values = [Number(center.lat), Number(center.lng), Number(radius)];
  const { rows } = await pool.query<Row>({ name: 'near', text: near, values });
  return rows.map(toResponse);
});

app.get<{ Querystring: Record<string, string> }>('/datatables', async ({ query }) => {
  const search = (query['search[value]'] ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&');
  const [all, filtered, { rows }] = await Promise.all([
    pool.query<{ count: number }>({ name: 'total', text: total }),
    pool.query<{ count: number }>({ name: 'count', text: count, values: [search] }),
    pool.query<Record<string, string>>({
      name: 'page',
      text: page,
      values: [search, Number(query['length']), Number(query['start'] ?? 0)],
    }),
  ]);
  return {
    draw: query['draw'],
    recordsTotal: all.rows[0]?.count ?? 0,
    recordsFiltered: filtered.rows[0]?.count ?? 0,
    data: rows.map((row) => Object.values(row)),
    meta: rows,
  };
});
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
