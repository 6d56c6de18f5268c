import type { Prisma } from '#db';
import { now } from '#app/core/time/clock.ts';
import { columns, narrowShape } from '#app/core/db/columns.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import { notFound } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { toTextColumns, toValueColumns } from '../columns.rules.ts';
import { buildDistanceSetting, type MapRecord, mapTextColumns, mapValueColumns, newMapSettings } from './map.columns.ts';

/** Input of a map, by column. `settings` are merged into the stored settings. */
export type MapInput = Readonly<Record<string, unknown>> & {
  widthType?: '%' | 'px' | null | undefined;
  heightType?: '%' | 'px' | null | undefined;
  distanceUnit?: 'MILES' | 'KILOMETERS' | null | undefined;
  settings?: Readonly<Record<string, unknown>> | null | undefined;
};

/** Creates the failure for an unknown map ID. */
export const mapNotFound = () => notFound('maps_map_not_found', 'There is no such map.');

const settingsColumns = columns('Map', 'm', { only: ['settings'] });
const lockSettings = statement(
  'hold_map_settings',
  `SELECT ${settingsColumns.list} FROM map m WHERE m.id = $1 FOR UPDATE`,
  narrowShape<{ settings: object }>(settingsColumns),
);

function toColumns({ widthType, heightType, distanceUnit, settings, ...input }: MapInput, storedSettings: object) {
  return {
    ...toTextColumns(mapTextColumns, input),
    ...toValueColumns(mapValueColumns, input),
    ...(widthType && { widthType }),
    ...(heightType && { heightType }),
    settings: { ...storedSettings, ...settings, ...(distanceUnit && buildDistanceSetting(distanceUnit)) } as Prisma.InputJsonObject,
    updatedAt: now(),
  };
}

/** Creates a map. Omitted values have the defaults of new maps. */
export async function createMap(site: Site, input: MapInput): Promise<MapRecord> {
  const values = toColumns(input, newMapSettings);
  const title = 'title' in values && values['title'] !== '' ? String(values['title']) : 'New Map';
  return await site.db.prisma.map.create({ data: { ...values, title } });
}

/** Updates a map. Throws `maps_map_not_found`. */
export async function updateMap(site: Site, id: number, input: MapInput): Promise<MapRecord> {
  return await site.db.transaction(async (tx) => {
    const [before] = await queryIn(tx, lockSettings, id);
    if (!before) throw mapNotFound();
    return await tx.map.update({ where: { id }, data: toColumns(input, before.settings) });
  });
}

/** Moves a map to the trash, or restores it. The markers and shapes of the map do not change. Throws `maps_map_not_found`. */
export async function setTrashed(site: Site, id: number, isTrashed: boolean): Promise<MapRecord> {
  const [changed] = await site.db.prisma.map.updateManyAndReturn({ where: { id }, data: { isTrashed, updatedAt: now() } });
  if (!changed) throw mapNotFound();
  return changed;
}

// each statement copies the rows of a map with all columns and gives them new IDs
const copyStatements = ['map_marker', 'map_circle', 'map_point_label', 'map_polygon', 'map_polyline', 'map_rectangle'].map((table) =>
  statement(
    `copy_${table}`,
    `INSERT INTO ${table} SELECT (jsonb_populate_record(source, jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('${table}', 'id')), 'map_id', $2::int))).* FROM ${table} AS source WHERE map_id = $1 ORDER BY id`,
  ),
);

/** Copies a map with all its features. Throws `maps_map_not_found`. */
export async function duplicateMap(site: Site, id: number): Promise<MapRecord> {
  return await site.db.transaction(async (tx) => {
    const source = await tx.map.findUnique({ where: { id } });
    if (!source) throw mapNotFound();
    const { id: _id, settings, ...values } = source;
    const data = { ...values, settings: settings as Prisma.InputJsonObject, isTrashed: false, updatedAt: now() };
    const map = await tx.map.create({ data });
    for (const copy of copyStatements) await executeIn(tx, copy, id, map.id);
    return map;
  });
}
