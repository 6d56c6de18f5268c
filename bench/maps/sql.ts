import { around } from './data.ts';

const DEGREE = 111.2;

/** Condition of the search: the rectangle for the index, then the distance along the surface. */
export const nearby = `approved AND point(lng_num, lat_num) <@ box(point($2 - $3 / (${DEGREE} * cos(radians($1))), $1 - $3 / ${DEGREE}), point($2 + $3 / (${DEGREE} * cos(radians($1))), $1 + $3 / ${DEGREE}))
  AND 12742 * asin(sqrt(sin(radians(lat_num - $1) / 2) ^ 2 + cos(radians($1)) * cos(radians(lat_num)) * sin(radians(lng_num - $2) / 2) ^ 2)) < $3::float8`;
export const found = "approved AND search_text LIKE '%' || $1::text || '%'";
export const order = 'lower(left(map_marker.title, 100) COLLATE "C") DESC, map_marker.id DESC';
export const place = [around.lat, around.lng, around.kilometers] as const;
