import type { Tx } from '#app/core/db/database.ts';
import { notFound } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { storedTexts, storedValues } from '../columns.rules.ts';
import { touchMaps } from '../map-changes.ts';
import { type ShapeKindName, shapeKinds } from './kinds.ts';

/** A stored shape. Its further columns depend on its kind. */
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

/** Common part of the Prisma clients of all kinds. The columns come from the list of the kind. */
interface ShapeTable {
  findUnique(query: { where: { id: number } }): Promise<ShapeRecord | null>;
  findMany(query: ShapeQuery & { where: object; orderBy: object }): Promise<ShapeRecord[]>;
  create(query: { data: object }): Promise<ShapeRecord>;
  update(query: { where: { id: number }; data: object }): Promise<ShapeRecord>;
  deleteMany(query: { where: object }): Promise<{ count: number }>;
}

/** Returns the table of a kind. */
export const tableOf = (client: Tx, kind: ShapeKindName): ShapeTable => client[shapeKinds[kind].model] as unknown as ShapeTable;

/** Returns the failure for an unknown shape ID. */
export const unknownShape = (kind: ShapeKindName) => notFound(shapeKinds[kind].unknown, 'There is no such shape.');

/** Returns the shapes of a kind on some or all maps, by ID. */
export async function listShapes(
  site: Site,
  kind: ShapeKindName,
  mapIds: readonly number[] | null,
  query: ShapeQuery = {},
): Promise<ShapeRecord[]> {
  const where = mapIds ? { mapId: { in: [...mapIds] } } : {};
  return await tableOf(site.db.prisma, kind).findMany({ ...query, where, orderBy: { id: 'asc' } });
}

/** Creates a shape. Throws `invalid_arguments` for invalid values. */
export async function createShape(site: Site, kind: ShapeKindName, input: ShapeInput): Promise<ShapeRecord> {
  const { texts, values } = shapeKinds[kind];
  const data = { ...storedTexts(texts, input), ...storedValues(values, input) };
  return await site.db.transaction(async (tx) => {
    const made = await tableOf(tx, kind).create({ data });
    await touchMaps(tx, [made.mapId]);
    return made;
  });
}

/** Updates a shape. Throws the kind's `maps_…_not_found`, or `invalid_arguments`. */
export async function updateShape(site: Site, kind: ShapeKindName, id: number, input: ShapeInput): Promise<ShapeRecord> {
  const { texts, values } = shapeKinds[kind];
  const data = { ...storedTexts(texts, input), ...storedValues(values, input) };
  return await site.db.transaction(async (tx) => {
    const table = tableOf(tx, kind);
    const before = await table.findUnique({ where: { id } });
    if (!before) throw unknownShape(kind);
    const after = await table.update({ where: { id }, data });
    await touchMaps(tx, [before.mapId, after.mapId]);
    return after;
  });
}

/** Deletes the shapes of a kind with these IDs and returns the IDs of those that existed. */
export async function deleteShapes(site: Site, kind: ShapeKindName, ids: readonly number[]): Promise<number[]> {
  return await site.db.transaction(async (tx) => {
    const where = { id: { in: [...ids] } };
    const table = tableOf(tx, kind);
    const found = await table.findMany({ where, orderBy: { id: 'asc' } });
    await table.deleteMany({ where });
    await touchMaps(
      tx,
      found.map(({ mapId }) => mapId),
    );
    return found.map(({ id }) => id);
  });
}

/** Does the same as `deleteShapes` for one shape. Throws the kind's `maps_…_not_found` if it does not exist. */
export async function deleteShape(site: Site, kind: ShapeKindName, id: number): Promise<number[]> {
  const gone = await deleteShapes(site, kind, [id]);
  if (gone.length === 0) throw unknownShape(kind);
  return gone;
}
