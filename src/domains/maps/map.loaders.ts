import type DataLoader from 'dataloader';
import { groupedReads, readsByQuery, rowsInOrder } from '#app/core/batching/grouped-reads.ts';
import { expandShortcodesOfAll } from '#app/core/shortcodes/expand-shortcodes.ts';
import type { Row } from '#app/core/db/model.ts';
import type { Site } from '#app/site.ts';
import type { ShapeKindName } from './shape/kinds.ts';
import { listShapes, type ShapeRecord } from './shape/shape.service.ts';

type ShapesOf = (mapId: number, query: object) => Promise<ShapeRecord[]>;

/** Batched and cached reads of one request. `query` is the selection of a field of the Prisma plugin. */
export interface MapLoaders {
  /** Loads a map by ID, or null. */
  map(id: number, query: object): Promise<Row<'Map'> | null>;
  /** Texts with expanded shortcodes. */
  shown: DataLoader<string, string>;
  /** Returns the loader for the shapes of a kind on a map. */
  shapesOf(kind: ShapeKindName): ShapesOf;
}

/** Creates the loaders of one request. Each is created on first use. */
export function createMapLoaders(site: Site): MapLoaders {
  let shown: MapLoaders['shown'] | undefined;
  const shapes = new Map<ShapeKindName, ShapesOf>();
  const shapesOf = (kind: ShapeKindName): ShapesOf =>
    readsByQuery(`shapes of maps: ${kind}`, async (mapIds, query) => {
      const found = Map.groupBy(await listShapes(site, kind, mapIds, query), ({ mapId }) => mapId);
      return mapIds.map((id) => found.get(id) ?? []);
    });
  return {
    map: readsByQuery('maps', (mapIds, query) =>
      rowsInOrder(mapIds, (ids) => site.db.prisma.map.findMany({ ...query, where: { id: { in: [...ids] } } })),
    ),
    get shown() {
      return (shown ??= groupedReads('shown texts', (texts) => expandShortcodesOfAll(site, texts)));
    },
    shapesOf(kind) {
      let loads = shapes.get(kind);
      if (!loads) shapes.set(kind, (loads = shapesOf(kind)));
      return loads;
    },
  };
}
