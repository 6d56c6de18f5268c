import type { Prisma } from '#db';
import { now } from '#app/core/time/clock.ts';
import { columns, narrowShape } from '#app/core/db/columns.ts';
import { rowsIn, runIn, statement } from '#app/core/db/statement.ts';
import { notFound } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { storedTexts, storedValues } from '../columns.rules.ts';
import { distanceSetting, type MapRecord, mapTexts, mapValues, newMapSettings } from './map.columns.ts';

/** Input of a map by column. `settings` are merged into the stored ones. */
export type MapInput = Readonly<Record<string, unknown>> & {
  widthType?: '%' | 'px' | null | undefined;
  heightType?: '%' | 'px' | null | undefined;
  distanceUnit?: 'MILES' | 'KILOMETERS' | null | undefined;
  settings?: Readonly<Record<string, unknown>> | null | undefined;
};

/** Returns the failure for an unknown map ID. */
export const unknownMap = () => notFound('maps_map_not_found', 'There is no such map.');

const ofSettings = columns('Map', 'm', { only: ['settings'] });
const holdSettings = statement(
  'hold_map_settings',
  `SELECT ${ofSettings.list} FROM map m WHERE m.id = $1 FOR UPDATE`,
  narrowShape<{ settings: object }>(ofSettings),
);

function columnsOf({ widthType, heightType, distanceUnit, settings, ...given }: MapInput, before: object) {
  return {
    ...storedTexts(mapTexts, given),
    ...storedValues(mapValues, given),
    ...(widthType && { widthType }),
    ...(heightType && { heightType }),
    settings: { ...before, ...settings, ...(distanceUnit && distanceSetting(distanceUnit)) } as Prisma.InputJsonObject,
    updatedAt: now(),
  };
}

/** Creates a map. Omitted values have the defaults of new maps. */
export async function createMap(site: Site, input: MapInput): Promise<MapRecord> {
  const made = columnsOf(input, newMapSettings);
  const title = 'title' in made && made['title'] !== '' ? String(made['title']) : 'New Map';
  return await site.db.prisma.map.create({ data: { ...made, title } });
}

/** Updates a map. Throws `maps_map_not_found`. */
export async function updateMap(site: Site, id: number, input: MapInput): Promise<MapRecord> {
  return await site.db.transaction(async (tx) => {
    const [before] = await rowsIn(tx, holdSettings, id);
    if (!before) throw unknownMap();
    return await tx.map.update({ where: { id }, data: columnsOf(input, before.settings) });
  });
}

/** Moves a map to the trash or restores it, without changing its features. Throws `maps_map_not_found`. */
export async function setTrashed(site: Site, id: number, isTrashed: boolean): Promise<MapRecord> {
  const [changed] = await site.db.prisma.map.updateManyAndReturn({ where: { id }, data: { isTrashed, updatedAt: now() } });
  if (!changed) throw unknownMap();
  return changed;
}

// copies all columns of the rows, with new IDs
const copying = ['map_marker', 'map_circle', 'map_point_label', 'map_polygon', 'map_polyline', 'map_rectangle'].map((table) =>
  statement(
    `copy_${table}`,
    `INSERT INTO ${table} SELECT (jsonb_populate_record(one, jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('${table}', 'id')), 'map_id', $2::int))).* FROM ${table} AS one WHERE map_id = $1 ORDER BY id`,
  ),
);

/** Copies a map with all its features. Throws `maps_map_not_found`. */
export async function duplicateMap(site: Site, id: number): Promise<MapRecord> {
  return await site.db.transaction(async (tx) => {
    const source = await tx.map.findUnique({ where: { id } });
    if (!source) throw unknownMap();
    const { id: _own, settings, ...rest } = source;
    const data = { ...rest, settings: settings as Prisma.InputJsonObject, isTrashed: false, updatedAt: now() };
    const made = await tx.map.create({ data });
    for (const copy of copying) await runIn(tx, copy, id, made.id);
    return made;
  });
}
