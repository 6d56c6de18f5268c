import { serveJson } from '../json-server.ts';
import { isMatch, isNearby, order, placeValues } from './sql.ts';

const near = `SELECT coalesce(json_agg(row_to_json(one)), '[]')::text AS body FROM (SELECT id, map_id, address, description, pic, link, icon, lat, lng, anim, title, info_open, category,
  approved, retina, type, did, sticky, layer_group FROM map_marker WHERE ${isNearby} ORDER BY id) one`;
const table = `SELECT json_build_object('recordsTotal', (SELECT sum(count) FROM map_marker_tally WHERE approved), 'recordsFiltered', (SELECT count(*) FROM map_marker WHERE ${isMatch}),
  'meta', (SELECT json_agg(row_to_json(one)) FROM (SELECT title, category, address, description FROM map_marker WHERE ${isMatch} ORDER BY ${order} LIMIT 10) one))::text AS body`;

serveJson(({ pathname, searchParams }) =>
  pathname === '/markers'
    ? { name: 'near', text: near, values: [...placeValues] }
    : { name: 'table', text: table, values: [searchParams.get('search[value]')] },
);
