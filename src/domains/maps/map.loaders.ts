import type DataLoader from 'dataloader';
import { createLoader, createLoaderByQuery, loadRowsInOrder } from '#app/core/batching/grouped-reads.ts';
import { expandShortcodesInAll } from '#app/core/shortcodes/expand-shortcodes.ts';
import type { Row } from '#app/core/db/model.ts';
import type { Site } from '#app/site.ts';
import type { ShapeKindName } from './shape/kinds.ts';
import { listShapes, type ShapeRecord } from './shape/shape.service.ts';

type ShapeLoader = (mapId: number, query: object) => Promise<ShapeRecord[]>;

/** Batched and cached reads of one request. `query` is the selection that the Prisma plugin derives from a GraphQL field. */
export interface MapLoaders {
  /** Loads a map by ID. Returns null for an unknown ID. */
  map(id: number, query: object): Promise<Row<'Map'> | null>;
  /** Expands the shortcodes in HTML texts. */
  shown: DataLoader<string, string>;
  /** Returns the loader for the shapes of a kind on a map. */
  getShapeLoader(kind: ShapeKindName): ShapeLoader;
}

/** Creates the loaders of one request. Each loader is created on first use. */
export function createMapLoaders(site: Site): MapLoaders {
  let shown: MapLoaders['shown'] | undefined;
  const shapeLoaders = new Map<ShapeKindName, ShapeLoader>();
  const createShapeLoader = (kind: ShapeKindName): ShapeLoader =>
    createLoaderByQuery(`shapes of maps: ${kind}`, async (mapIds, query) => {
      const byMap = Map.groupBy(await listShapes(site, kind, mapIds, query), ({ mapId }) => mapId);
      return mapIds.map((id) => byMap.get(id) ?? []);
    });
  return {
    map: createLoaderByQuery('maps', (mapIds, query) =>
      loadRowsInOrder(mapIds, (ids) => site.db.prisma.map.findMany({ ...query, where: { id: { in: [...ids] } } })),
    ),
    get shown() {
      return (shown ??= createLoader('shown texts', (texts) => expandShortcodesInAll(site, texts)));
    },
    getShapeLoader(kind) {
      let loader = shapeLoaders.get(kind);
      if (!loader) shapeLoaders.set(kind, (loader = createShapeLoader(kind)));
      return loader;
    },
  };
}
