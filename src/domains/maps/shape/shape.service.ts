import type { Tx } from '#app/core/db/database.ts';
import { notFound } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { storedTexts, storedValues } from '../columns.rules.ts';
import { touchMaps } from '../map-changes.ts';
import { type ShapeKindName, shapeKinds } from './kinds.ts';

/** A stored shape: its columns are those of its kind's model. */
export interface ShapeRecord {
  id: number;
  mapId: number;
}

/** What clients send of a shape, by column. */
export type ShapeInput = Readonly<Record<string, unknown>>;

/** What is to be read of shapes, and how many. */
interface ShapeQuery {
  select?: object;
  include?: object;
  take?: number;
  skip?: number;
}

/** Of a kind's Prisma client what all kinds have in common; the columns come from the kind's own list. */
interface ShapeTable {
  findUnique(query: { where: { id: number } }): Promise<ShapeRecord | null>;
  findMany(query: ShapeQuery & { where: object; orderBy: object }): Promise<ShapeRecord[]>;
  create(query: { data: object }): Promise<ShapeRecord>;
  update(query: { where: { id: number }; data: object }): Promise<ShapeRecord>;
  deleteMany(query: { where: object }): Promise<{ count: number }>;
}

/** The table of a kind. */
export const tableOf = (client: Tx, kind: ShapeKindName): ShapeTable => client[shapeKinds[kind].model] as unknown as ShapeTable;

/** The refusal of a number that no shape of the kind has. */
export const unknownShape = (kind: ShapeKindName) => notFound(shapeKinds[kind].unknown, 'There is no such shape.');

/** The shapes of a kind on some maps, or on all, by number. */
export async function listShapes(
  site: Site,
  kind: ShapeKindName,
  mapIds: readonly number[] | null,
  query: ShapeQuery = {},
): Promise<ShapeRecord[]> {
  const where = mapIds ? { mapId: { in: [...mapIds] } } : {};
  return await tableOf(site.db.prisma, kind).findMany({ ...query, where, orderBy: { id: 'asc' } });
}

/** Stores a new shape. Throws `invalid_arguments` for what its columns do not take. */
export async function createShape(site: Site, kind: ShapeKindName, input: ShapeInput): Promise<ShapeRecord> {
  const { texts, values } = shapeKinds[kind];
  const data = { ...storedTexts(texts, input), ...storedValues(values, input) };
  return await site.db.transaction(async (tx) => {
    const made = await tableOf(tx, kind).create({ data });
    await touchMaps(tx, [made.mapId]);
    return made;
  });
}

/** Changes what the input gives. Throws the kind's `maps_…_not_found`, or `invalid_arguments`. */
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

/** Deletes the shapes of a kind with these ids; returns the ids of those that were there. */
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

/** As `deleteShapes`, of one; throws the kind's `maps_…_not_found` when it is not there. */
export async function deleteShape(site: Site, kind: ShapeKindName, id: number): Promise<number[]> {
  const gone = await deleteShapes(site, kind, [id]);
  if (gone.length === 0) throw unknownShape(kind);
  return gone;
}
