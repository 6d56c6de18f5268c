import type DataLoader from 'dataloader';
import { groupedReads, readsById } from '#app/core/batching/grouped-reads.ts';
import { expandShortcodesOfAll } from '#app/core/shortcodes/expand-shortcodes.ts';
import type { Site } from '#app/site.ts';
import type { MapRecord } from './map/map.columns.ts';
import type { ShapeKindName } from './shape/kinds.ts';
import { listShapes, type ShapeRecord } from './shape/shape.service.ts';

/** Batched and cached reads of one request. */
export interface MapLoaders {
  /** Maps by ID. */
  map: DataLoader<number, MapRecord | null>;
  /** Texts with expanded shortcodes. */
  shown: DataLoader<string, string>;
  /** Returns the shapes of a kind on a map. */
  shapesOf(kind: ShapeKindName, mapId: number): Promise<ShapeRecord[]>;
}

/** Creates the loaders of one request. Each is created on first use. */
export function createMapLoaders(site: Site): MapLoaders {
  let map: MapLoaders['map'] | undefined;
  let shown: MapLoaders['shown'] | undefined;
  const shapes = new Map<ShapeKindName, DataLoader<number, ShapeRecord[]>>();
  const shapesLoader = (kind: ShapeKindName) =>
    groupedReads<number, ShapeRecord[]>(`shapes of maps: ${kind}`, async (mapIds) => {
      const found = Map.groupBy(await listShapes(site, kind, mapIds), ({ mapId }) => mapId);
      return mapIds.map((id) => found.get(id) ?? []);
    });
  return {
    get map() {
      return (map ??= readsById('maps', (ids) => site.db.prisma.map.findMany({ where: { id: { in: [...ids] } } })));
    },
    get shown() {
      return (shown ??= groupedReads('shown texts', (texts) => expandShortcodesOfAll(site, texts)));
    },
    shapesOf(kind, mapId) {
      let loader = shapes.get(kind);
      if (!loader) shapes.set(kind, (loader = shapesLoader(kind)));
      return loader.load(mapId);
    },
  };
}
