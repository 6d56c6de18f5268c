import { searchArea } from './data.ts';

const KILOMETERS_PER_DEGREE = 111.2;

/** SQL condition for markers near a place: they are in a rectangle, which uses an index, and within the distance along the surface of the earth. */
export const isNearby = `approved AND point(lng_num, lat_num) <@ box(point($2 - $3 / (${KILOMETERS_PER_DEGREE} * cos(radians($1))), $1 - $3 / ${KILOMETERS_PER_DEGREE}), point($2 + $3 / (${KILOMETERS_PER_DEGREE} * cos(radians($1))), $1 + $3 / ${KILOMETERS_PER_DEGREE}))
  AND 12742 * asin(sqrt(sin(radians(lat_num - $1) / 2) ^ 2 + cos(radians($1)) * cos(radians(lat_num)) * sin(radians(lng_num - $2) / 2) ^ 2)) < $3::float8`;
/** SQL condition for markers that contain a word. */
export const isMatch = "approved AND search_text LIKE '%' || $1::text || '%'";
export const order = 'lower(left(map_marker.title, 100) COLLATE "C") DESC, map_marker.id DESC';
export const placeValues = [searchArea.lat, searchArea.lng, searchArea.kilometers] as const;
