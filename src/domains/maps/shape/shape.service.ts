import type { Tx } from '#app/core/db/database.ts';
import { notFound } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { toTextColumns, toValueColumns } from '../columns.rules.ts';
import { touchMaps } from '../map-changes.ts';
import { type ShapeKindName, shapeKinds } from './kinds.ts';

/** A stored shape. The other columns depend on the kind. */
export interface ShapeRecord {
  id: number;
  mapId: number;
}

/** Input of a shape by column. */
export type ShapeInput = Readonly<Record<string, unknown>>;

/** Selected fields and limits of a query for shapes. */
interface ShapeQuery {
  select?: object;
  include?: object;
  take?: number;
  skip?: number;
}

/** Common part of the Prisma clients of all kinds. `shapeKinds` defines the columns of each kind. */
interface ShapeTable {
  findUnique(query: { where: { id: number } }): Promise<ShapeRecord | null>;
  findMany(query: ShapeQuery & { where: object; orderBy: object }): Promise<ShapeRecord[]>;
  create(query: { data: object }): Promise<ShapeRecord>;
  update(query: { where: { id: number }; data: object }): Promise<ShapeRecord>;
  deleteMany(query: { where: object }): Promise<{ count: number }>;
}

/** Returns the table of a kind. */
export const getTable = (client: Tx, kind: ShapeKindName): ShapeTable => client[shapeKinds[kind].model] as unknown as ShapeTable;

/** Returns the failure for an unknown shape ID. */
export const shapeNotFound = (kind: ShapeKindName) => notFound(shapeKinds[kind].notFoundCode, 'There is no such shape.');

/** Returns the shapes of a kind on the given maps, or on all maps if `mapIds` is null, sorted by ID. */
export async function listShapes(
  site: Site,
  kind: ShapeKindName,
  mapIds: readonly number[] | null,
  query: ShapeQuery = {},
): Promise<ShapeRecord[]> {
  const where = mapIds ? { mapId: { in: [...mapIds] } } : {};
  return await getTable(site.db.prisma, kind).findMany({ ...query, where, orderBy: { id: 'asc' } });
}

/** Creates a shape. Throws `invalid_arguments` for invalid values. */
export async function createShape(site: Site, kind: ShapeKindName, input: ShapeInput): Promise<ShapeRecord> {
  const { texts, values } = shapeKinds[kind];
  const data = { ...toTextColumns(texts, input), ...toValueColumns(values, input) };
  return await site.db.transaction(async (tx) => {
    const shape = await getTable(tx, kind).create({ data });
    await touchMaps(tx, [shape.mapId]);
    return shape;
  });
}

/** Updates a shape. Throws the kind's `maps_…_not_found`, or `invalid_arguments`. */
export async function updateShape(site: Site, kind: ShapeKindName, id: number, input: ShapeInput): Promise<ShapeRecord> {
  const { texts, values } = shapeKinds[kind];
  const data = { ...toTextColumns(texts, input), ...toValueColumns(values, input) };
  return await site.db.transaction(async (tx) => {
    const table = getTable(tx, kind);
    const oldShape = await table.findUnique({ where: { id } });
    if (!oldShape) throw shapeNotFound(kind);
    const newShape = await table.update({ where: { id }, data });
    await touchMaps(tx, [oldShape.mapId, newShape.mapId]);
    return newShape;
  });
}

/** Deletes the shapes of a kind with the given IDs and returns the IDs of the shapes that existed. */
export async function deleteShapes(site: Site, kind: ShapeKindName, ids: readonly number[]): Promise<number[]> {
  return await site.db.transaction(async (tx) => {
    const where = { id: { in: [...ids] } };
    const table = getTable(tx, kind);
    const shapes = await table.findMany({ where, orderBy: { id: 'asc' } });
    await table.deleteMany({ where });
    await touchMaps(
      tx,
      shapes.map(({ mapId }) => mapId),
    );
    return shapes.map(({ id }) => id);
  });
}

/** Deletes a shape and returns an array with its ID. Throws the kind's `maps_…_not_found`. */
export async function deleteShape(site: Site, kind: ShapeKindName, id: number): Promise<number[]> {
  const deletedIds = await deleteShapes(site, kind, [id]);
  if (deletedIds.length === 0) throw shapeNotFound(kind);
  return deletedIds;
}
